// Made by `python -m tests.web.schema` from the service's OpenAPI description; a test holds the two together.
export interface components {
    schemas: {
        Body_read_photo_api_readings_post: {
            photo: string;
            rules?: string;
            rules_version?: string | null;
        };
        ChoiceOut: {
            id: string;
            names: components["schemas"]["Names"];
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
        EventOut: {
            id: string;
            names: components["schemas"]["Names"];
            common: boolean;
        };
        HandIn: {
            hand: string;
            win: components["schemas"]["WinIn"];
            rules?: string;
            rules_version?: string | null;
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
        Names: {
            "zh-Hant": string;
            "zh-Hans": string;
            en: string;
        };
        OptionOut: {
            id: string;
            kind: "choice" | "number" | "flower_seats";
            names: components["schemas"]["Names"];
            default: number | string;
            value: number | string;
            choices: components["schemas"]["ChoiceOut"][] | null;
            source: string;
        };
        ReadingOut: {
            id: string;
            photo_url: string;
            reading: {
                [key: string]: unknown;
            };
        };
        RowOut: {
            id: string;
            tai: number;
            names: components["schemas"]["Names"];
        };
        RulesEntry: {
            id: string;
            version: string;
            house: boolean;
            extends: string | null;
            extends_version: string | null;
            names: components["schemas"]["Names"];
            unit: "tai" | "fan";
            minimum: number;
            tiles: number;
            flowers: boolean;
            events: components["schemas"]["EventOut"][];
            options: components["schemas"]["OptionOut"][];
            rows: components["schemas"]["RowOut"][];
        };
        RulesList: {
            rules: components["schemas"]["RulesEntry"][];
        };
        RulesOut: {
            id: string;
            version: string;
            house: boolean;
            extends: string | null;
            extends_version: string | null;
            names: components["schemas"]["Names"];
            unit: "tai" | "fan";
            minimum: number;
            tiles: number;
            flowers: boolean;
            events: components["schemas"]["EventOut"][];
            options: components["schemas"]["OptionOut"][];
            rows: components["schemas"]["WholeRowOut"][];
            name: string;
            listed: boolean;
            versions: components["schemas"]["VersionOut"][];
        };
        ScoreIn: {
            hand: string;
            win: components["schemas"]["WinIn"];
            rules?: string;
            rules_version?: string | null;
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
        VersionOut: {
            version: string;
            created_at: string | null;
            file: string | null;
        };
        WholeRowOut: {
            id: string;
            tai: number;
            names: components["schemas"]["Names"];
            name: string;
            source: string;
            excludes: string[];
            replaces: string[];
            all_of: string[];
            none_of: string[];
            per_streak: boolean;
            dealer_share: boolean;
            flower_win: boolean;
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
