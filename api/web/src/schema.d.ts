// Made by `python -m tests.web.schema` from the service's OpenAPI description; a test holds the two together.
export interface components {
    schemas: {
        Body_read_photo_api_readings_post: {
            photo: string;
        };
        ErrorBody: {
            code: string;
            message: string;
            detail: {
                [key: string]: unknown;
            };
        };
        ErrorOut: {
            error: components["schemas"]["ErrorBody"];
        };
        HandIn: {
            hand: string;
            win: components["schemas"]["WinIn"];
            rules?: string;
            options?: {
                [key: string]: number | string;
            };
            base?: number;
            per_tai?: number;
            lang?: "zh-Hant" | "zh-Hans" | "en";
            explain?: boolean;
            reading_id?: string | null;
            tiles?: components["schemas"]["TileIn"][];
        };
        HandOut: {
            id: string;
            created_at: string;
            hand: string;
            win: {
                [key: string]: unknown;
            };
            tiles: {
                [key: string]: unknown;
            }[];
            rules: {
                [key: string]: unknown;
            };
            base: number;
            per_tai: number;
            sheet: {
                [key: string]: unknown;
            };
            settlement: {
                [key: string]: number;
            };
            reading_id: string | null;
            photo_url: string | null;
        };
        HandPage: {
            hands: components["schemas"]["HandOut"][];
            next: string | null;
        };
        ReadingOut: {
            id: string;
            photo_url: string;
            reading: {
                [key: string]: unknown;
            };
        };
        ScoreIn: {
            hand: string;
            win: components["schemas"]["WinIn"];
            rules?: string;
            options?: {
                [key: string]: number | string;
            };
            base?: number;
            per_tai?: number;
            lang?: "zh-Hant" | "zh-Hans" | "en";
            explain?: boolean;
        };
        TileIn: {
            tile: string;
            corners?: [
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ],
                [
                    number,
                    number
                ]
            ] | null;
            role: "concealed" | "meld" | "flower" | "winning" | "other";
        };
        WinIn: {
            won_by: "self_draw" | "discard" | "flowers";
            seat: "E" | "S" | "W" | "N";
            from?: ("E" | "S" | "W" | "N") | null;
            round?: "E" | "S" | "W" | "N" | "P" | "F" | "C";
            dealer?: "E" | "S" | "W" | "N";
            streak?: number;
            events?: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
