// Made by `python -m tests.web.schema` from the service's OpenAPI description; a test holds the two together.
export interface components {
    schemas: {
        AbortedEvent: {
            kind: "aborted";
            why: "four_west" | "four_winds" | "nine_orphans" | "many_kongs";
        };
        AcceptEdit: {
            kind: "accept";
            findings: number[];
        };
        AccountOut: {
            id: string;
            name: string;
            guest: boolean;
        };
        AddedOut: {
            added: number;
            known: number;
            set: components["schemas"]["SetOut"];
        };
        AmendEvent: {
            kind: "amend";
            event: number;
            to: components["schemas"]["HandEvent"] | components["schemas"]["DrawnEvent"] | components["schemas"]["AbortedEvent"] | components["schemas"]["PenaltyEvent"] | components["schemas"]["FalseWinEvent"] | components["schemas"]["FineEvent"] | components["schemas"]["PotInEvent"] | components["schemas"]["PotOutEvent"] | components["schemas"]["EntryEvent"] | components["schemas"]["NoteEvent"];
        };
        AuditOut: {
            photos: number;
            read: number;
            done: boolean;
            doubts: number;
        };
        Body_add_model_api_clubs__club_id__models_post: {
            model: string;
            card: string;
        };
        Body_import_set_api_sets__set_id__import_post: {
            archive: string;
            form: components["schemas"]["FormName"];
            names?: string;
        };
        Body_read_photo_api_readings_post: {
            photo: string;
            rules?: string;
            rules_version?: string | null;
            club?: string | null;
            session?: string | null;
        };
        BroughtEvent: {
            at: string;
            by?: string;
            event: components["schemas"]["HandEvent"] | components["schemas"]["DrawnEvent"] | components["schemas"]["AbortedEvent"] | components["schemas"]["PenaltyEvent"] | components["schemas"]["FalseWinEvent"] | components["schemas"]["FineEvent"] | components["schemas"]["PotInEvent"] | components["schemas"]["PotOutEvent"] | components["schemas"]["EntryEvent"] | components["schemas"]["NoteEvent"] | components["schemas"]["SeatsEvent"] | components["schemas"]["TermsEvent"] | components["schemas"]["NextGameEvent"] | components["schemas"]["FinishedEvent"] | components["schemas"]["ReopenedEvent"] | components["schemas"]["RenamedEvent"] | components["schemas"]["RemovedEvent"] | components["schemas"]["UndoEvent"] | components["schemas"]["RedoEvent"] | components["schemas"]["AmendEvent"];
        };
        CallIn: {
            player: number;
            from: number;
            meld: string;
        };
        ChangedOut: {
            added: components["schemas"]["ChangedPhoto"][];
            removed: components["schemas"]["ChangedPhoto"][];
            changed: components["schemas"]["ChangedTiles"][];
        };
        ChangedPhoto: {
            photo: string;
            sha256: string;
        };
        ChangedTiles: {
            photo: string;
            sha256: string;
            split: [
                string,
                string
            ] | null;
            tiles: components["schemas"]["TileChanged"][];
        };
        ChartedOut: {
            id: string;
            title: string;
            created_at: string;
            finished: boolean;
            hands: number;
            gains: components["schemas"]["GainOut"][];
            pot: number;
        };
        ChoiceOut: {
            id: string;
            names: components["schemas"]["Names"];
        };
        ClaimIn: {
            held?: boolean;
        };
        ClubChange: {
            name?: string | null;
            settings?: components["schemas"]["ClubSettings"] | null;
        };
        ClubIn: {
            name: string;
            settings?: components["schemas"]["ClubSettings"];
        };
        ClubList: {
            clubs: components["schemas"]["ClubOut"][];
        };
        ClubOut: {
            id: string;
            name: string;
            created_at: string;
            house: boolean;
            role: "owner" | "scorekeeper" | "player" | "viewer";
            settings: {
                [key: string]: unknown;
            };
        };
        ClubSettings: {
            rules?: string | null;
            rules_version?: string | null;
            options?: {
                [key: string]: number | string;
            };
            base?: number | null;
            per_tai?: number | null;
        };
        ConsentIn: {
            given: boolean;
        };
        ConsentOut: {
            given: boolean;
            at: string | null;
        };
        CountsOut: {
            hands: number;
            wins: number;
            self_draws: number;
            flower_wins: number;
            fed: number;
            dealt: number;
            dealer_wins: number;
            drawn: number;
            tai: number;
            best: number;
            streak: number;
        };
        DoubtOut: {
            photo_id: string;
            findings: number;
            score: number;
            claimed_by: string | null;
        };
        DrawnEvent: {
            kind: "drawn";
        };
        EditPost: {
            after: number;
            edit: components["schemas"]["LabelsEdit"] | components["schemas"]["AcceptEdit"] | components["schemas"]["RemoveEdit"] | components["schemas"]["UndoEdit"];
        };
        EditedOut: {
            number: number;
            photo: components["schemas"]["SetPhotoOut"];
        };
        EntryEvent: {
            kind: "entry";
            gains: [
                number,
                number,
                number,
                number
            ];
            why?: string;
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
        EventPost: {
            after: number;
            event: components["schemas"]["HandEvent"] | components["schemas"]["DrawnEvent"] | components["schemas"]["AbortedEvent"] | components["schemas"]["PenaltyEvent"] | components["schemas"]["FalseWinEvent"] | components["schemas"]["FineEvent"] | components["schemas"]["PotInEvent"] | components["schemas"]["PotOutEvent"] | components["schemas"]["EntryEvent"] | components["schemas"]["NoteEvent"] | components["schemas"]["SeatsEvent"] | components["schemas"]["TermsEvent"] | components["schemas"]["NextGameEvent"] | components["schemas"]["FinishedEvent"] | components["schemas"]["ReopenedEvent"] | components["schemas"]["RenamedEvent"] | components["schemas"]["RemovedEvent"] | components["schemas"]["UndoEvent"] | components["schemas"]["RedoEvent"] | components["schemas"]["AmendEvent"];
        };
        EventsOut: {
            events: components["schemas"]["LedgerEventOut"][];
        };
        ExportedIn: {
            tailens: "session";
            format: 1;
            title?: string;
            players: [
                string,
                string,
                string,
                string
            ];
            opened: components["schemas"]["OpenedIn"];
            opened_at: string;
            opened_by?: string;
            events?: components["schemas"]["BroughtEvent"][];
            result: components["schemas"]["ResultIn"];
        };
        FalseWinEvent: {
            kind: "false_win";
            player: number;
            amount?: number | null;
        };
        FindingOut: {
            number: number;
            kind: string;
            score: number;
            corners: [
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
            label: string;
            suggestion: string;
            at: number | null;
            better: [
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
            settled: number | null;
        };
        FineEvent: {
            kind: "fine";
            player: number;
            amount?: number | null;
        };
        FinishedEvent: {
            kind: "finished";
        };
        FormName: "yolo" | "yolo-obb" | "coco" | "voc" | "label-studio" | "cvat" | "crops" | "csv";
        FreePlayer: {
            id: string;
            name: string;
        };
        GainOut: {
            player_id: string;
            gain: number;
            total: number;
        };
        Goodbye: {
            password?: string;
        };
        HandEntries: {
            hands: components["schemas"]["HandEntry"][];
        };
        HandEntry: {
            reading_id: string;
            photo_url: string;
            at: string;
            session_id: string | null;
            tiles: number;
            unplaced: number;
            added: boolean;
        };
        HandEvent: {
            kind: "hand";
            won_by: "self_draw" | "discard" | "flowers";
            from?: number | null;
            opened?: number | null;
            wins: components["schemas"]["WinnerIn"][];
            calls?: components["schemas"]["CallIn"][];
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
            club?: string | null;
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
        HandToAdd: {
            reading_id: string;
            crop?: boolean;
        };
        HandsIn: {
            hands: components["schemas"]["HandToAdd"][];
            tile_set?: string;
        };
        InviteIn: {
            role: "owner" | "scorekeeper" | "player" | "viewer";
            hours?: number;
            session_id?: string | null;
        };
        InviteList: {
            invites: components["schemas"]["InviteOut"][];
        };
        InviteMade: {
            code: string;
            url: string;
            qr: string;
            id: string;
            role: "owner" | "scorekeeper" | "player" | "viewer";
            session_id: string | null;
            created_at: string;
            expires: string;
            code_expires: string;
        };
        InviteOut: {
            id: string;
            role: "owner" | "scorekeeper" | "player" | "viewer";
            session_id: string | null;
            created_at: string;
            expires: string;
            code_expires: string;
        };
        JoinIn: {
            code: string;
            name?: string | null;
            player_id?: string | null;
        };
        JoinedOut: {
            account: components["schemas"]["AccountOut"] | null;
            operator: boolean;
            may_found: boolean;
            clubs: components["schemas"]["MyClub"][];
            sessions: components["schemas"]["MySession"][];
            club_id: string;
            session_id: string | null;
        };
        KeptOut: {
            faces: number;
            right: number;
            shipped: number;
        };
        LabelIn: {
            tile: string;
            corners: [
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
            ];
            part?: "face" | "index";
            role?: "" | "concealed" | "meld" | "flower" | "winning" | "other";
            confidence?: number | null;
        };
        LabelOut: {
            tile: string;
            corners: [
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
            ];
            part: "face" | "index";
            role: string;
            confidence: number | null;
        };
        LabelsEdit: {
            kind: "labels";
            labels: components["schemas"]["LabelIn"][];
            findings?: number[];
        };
        LedgerEventOut: {
            number: number;
            at: string;
            by: string;
            event: {
                [key: string]: unknown;
            };
            undone_by: number | null;
            amended_by: number[];
        };
        LineOut: {
            number: number;
            kind: string;
            at: string;
            by: string;
            said: number;
            game: number;
            round: "E" | "S" | "W" | "N";
            dealer: number;
            streak: number;
            seats: ("E" | "S" | "W" | "N")[];
            won_by: ("self_draw" | "discard" | "flowers") | null;
            from: number | null;
            wins: components["schemas"]["WonOut"][];
            paid: components["schemas"]["PaidOut"][];
            gains: number[];
            balances: number[];
            pot: number;
            text: string;
            problem: components["schemas"]["ErrorBody"] | null;
        };
        LineWholeOut: {
            line: components["schemas"]["LineOut"];
            event: {
                [key: string]: unknown;
            };
            rules: components["schemas"]["TermsOut"];
            sheets: components["schemas"]["SheetOut"][];
        };
        ListedOut: {
            id: string;
            title: string;
            created_at: string;
            last_at: string;
            number: number;
            finished: boolean;
            unit: string;
            hands: number;
            players: string[];
            player_ids: string[];
            balances: number[];
            pot: number;
        };
        LookIn: {
            code: string;
        };
        LookOut: {
            club: string;
            club_id: string;
            session_id: string | null;
            role: "owner" | "scorekeeper" | "player" | "viewer";
            expires: string;
            players: components["schemas"]["FreePlayer"][];
        };
        MeChange: {
            name?: string | null;
            old_password?: string | null;
            new_password?: string | null;
        };
        MeOut: {
            account: components["schemas"]["AccountOut"] | null;
            operator: boolean;
            may_found: boolean;
            clubs: components["schemas"]["MyClub"][];
            sessions: components["schemas"]["MySession"][];
        };
        MemberChange: {
            role: "owner" | "scorekeeper" | "player" | "viewer";
        };
        MemberList: {
            members: components["schemas"]["MemberOut"][];
        };
        MemberOut: {
            account_id: string;
            name: string;
            guest: boolean;
            role: "owner" | "scorekeeper" | "player" | "viewer";
            session_id: string | null;
            player_id: string | null;
        };
        MergeIn: {
            set_id: string;
            prefer?: ("ours" | "theirs") | null;
        };
        MergedOut: {
            added: number;
            known: number;
            set: components["schemas"]["SetOut"];
            conflicts: number;
        };
        ModelList: {
            models: components["schemas"]["ModelOut"][];
            used: string | null;
        };
        ModelOut: {
            id: string;
            created_at: string;
            sha256: string;
            kept: components["schemas"]["KeptOut"];
            fits: boolean;
            used: boolean;
        };
        ModelUse: {
            model: string | null;
        };
        MyClub: {
            id: string;
            name: string;
            role: "owner" | "scorekeeper" | "player" | "viewer";
        };
        MySession: {
            club_id: string;
            session_id: string;
            role: "owner" | "scorekeeper" | "player" | "viewer";
        };
        Names: {
            "zh-Hant": string;
            "zh-Hans": string;
            en: string;
        };
        NextGameEvent: {
            kind: "next_game";
            order?: [
                number,
                number,
                number,
                number
            ] | null;
            drawn?: boolean;
        };
        NextOut: {
            game: number;
            round: "E" | "S" | "W" | "N";
            circle: number;
            circles: number;
            hand: number;
            dealer: number;
            streak: number;
            passed: number;
        };
        NoteEvent: {
            kind: "note";
            text: string;
        };
        OpenedIn: {
            kind: "opened";
            terms: components["schemas"]["TermsIn"];
            drawn?: boolean;
            chips?: number;
            pot?: "winner" | "kept";
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
        PaidOut: {
            from: number | null;
            to: number | null;
            amount: number;
        };
        PenaltyEvent: {
            kind: "penalty";
            from: number;
            to?: number | null;
            amount: number;
            why?: string;
        };
        PlayerChange: {
            name?: string | null;
            account_id?: string | null;
        };
        PlayerIn: {
            name: string;
        };
        PlayerList: {
            players: components["schemas"]["PlayerOut"][];
        };
        PlayerOut: {
            id: string;
            name: string;
            account_id: string | null;
        };
        PotInEvent: {
            kind: "pot_in";
            player: number;
            amount: number;
        };
        PotOutEvent: {
            kind: "pot_out";
            player: number;
            amount: number;
        };
        PreviewIn: {
            event: components["schemas"]["HandEvent"] | components["schemas"]["DrawnEvent"] | components["schemas"]["AbortedEvent"] | components["schemas"]["PenaltyEvent"] | components["schemas"]["FalseWinEvent"] | components["schemas"]["FineEvent"] | components["schemas"]["PotInEvent"] | components["schemas"]["PotOutEvent"] | components["schemas"]["EntryEvent"] | components["schemas"]["NoteEvent"] | components["schemas"]["SeatsEvent"] | components["schemas"]["TermsEvent"] | components["schemas"]["NextGameEvent"] | components["schemas"]["FinishedEvent"] | components["schemas"]["ReopenedEvent"] | components["schemas"]["RenamedEvent"] | components["schemas"]["RemovedEvent"] | components["schemas"]["UndoEvent"] | components["schemas"]["RedoEvent"] | components["schemas"]["AmendEvent"];
            lang?: "zh-Hant" | "zh-Hans" | "en";
        };
        PreviewOut: {
            sheets: components["schemas"]["SheetOut"][];
            line: components["schemas"]["LineOut"] | null;
            balances: number[];
            pot: number;
            problems: number[];
            refused: components["schemas"]["ErrorBody"] | null;
        };
        QueueOut: {
            photos: components["schemas"]["DoubtOut"][];
        };
        ReadingOut: {
            id: string;
            photo_url: string;
            reading: {
                [key: string]: unknown;
            };
        };
        RedoEvent: {
            kind: "redo";
            event: number;
        };
        RemoveEdit: {
            kind: "remove";
            findings?: number[];
        };
        RemovedEvent: {
            kind: "removed";
        };
        RenamedEvent: {
            kind: "renamed";
            title: string;
        };
        ReopenedEvent: {
            kind: "reopened";
        };
        ResetIn: {
            code: string;
            password: string;
        };
        ResetMade: {
            code: string;
            url: string;
            qr: string;
            expires: string;
        };
        ResultIn: {
            balances: [
                number,
                number,
                number,
                number
            ];
            pot?: number;
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
            club?: string | null;
        };
        SeatIn: {
            id?: string | null;
            name?: string | null;
        };
        SeatedOut: {
            id: string;
            name: string;
            you: boolean;
            place: number;
            seat: "E" | "S" | "W" | "N";
            balance: number;
            chips: number | null;
        };
        SeatsEvent: {
            kind: "seats";
            order: [
                number,
                number,
                number,
                number
            ];
            since?: number | null;
            kept?: "people" | "places";
        };
        SessionIn: {
            title?: string;
            players: [
                components["schemas"]["SeatIn"],
                components["schemas"]["SeatIn"],
                components["schemas"]["SeatIn"],
                components["schemas"]["SeatIn"]
            ];
            seats?: "chosen" | "drawn";
            terms?: components["schemas"]["TermsIn"];
            chips?: number | null;
            pot?: ("winner" | "kept") | null;
        };
        SessionOut: {
            id: string;
            club: string;
            title: string;
            created_at: string;
            number: number;
            role: "owner" | "scorekeeper" | "player" | "viewer";
            finished: boolean;
            removed: number | null;
            players: components["schemas"]["SeatedOut"][];
            terms: components["schemas"]["TermsOut"];
            table: components["schemas"]["TableOut"];
            chips: number;
            pot_goes: "winner" | "kept";
            pot: number;
            next: components["schemas"]["NextOut"];
            game_over: boolean;
            game_complete: boolean;
            all_out: boolean;
            lines: components["schemas"]["LineOut"][];
        };
        SessionsOut: {
            sessions: components["schemas"]["ListedOut"][];
            next: string | null;
        };
        SetEditList: {
            edits: components["schemas"]["SetEditOut"][];
        };
        SetEditOut: {
            number: number;
            at: string;
            by: string;
            kind: string;
            payload: {
                [key: string]: unknown;
            };
        };
        SetIn: {
            name: string;
            split_by?: "session" | "tile_set";
        };
        SetList: {
            sets: components["schemas"]["SetOut"][];
        };
        SetOut: {
            id: string;
            club_id: string;
            name: string;
            split_by: "session" | "tile_set";
            created_at: string;
            number: number;
            role: "owner" | "scorekeeper" | "player" | "viewer";
            photos: number;
            splits: {
                [key: string]: number;
            };
            doubts: number;
            versions: components["schemas"]["SetVersionOut"][];
        };
        SetPhotoEntry: {
            id: string;
            name: string;
            url: string;
            split: string;
            tile_set: string;
            number: number;
            labels: number;
        };
        SetPhotoOut: {
            id: string;
            name: string;
            url: string;
            width: number;
            height: number;
            split: string;
            scene: string;
            tile_set: string;
            number: number;
            last: number | null;
            removed: boolean;
            labels: components["schemas"]["LabelOut"][];
            findings: components["schemas"]["FindingOut"][];
            claimed_by: string | null;
        };
        SetPhotoPage: {
            photos: components["schemas"]["SetPhotoEntry"][];
            next: string | null;
        };
        SetVersionOut: {
            number: number;
            at: string;
            photos: number;
            labels: number;
            note: string;
        };
        SheetOut: {
            player: number;
            counts: boolean;
            sheet: {
                [key: string]: unknown;
            };
        };
        SignInIn: {
            name: string;
            password: string;
        };
        StandingOut: {
            player_id: string;
            name: string;
            total: number;
            sessions: number;
            best_session: number;
            worst_session: number;
            counts: components["schemas"]["CountsOut"];
        };
        StandingsOut: {
            unit: "money" | "chips";
            players: components["schemas"]["StandingOut"][];
            sessions: components["schemas"]["ChartedOut"][];
            pot: number;
        };
        StoodLabel: {
            label: string;
            corners: [
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
            ];
            role: string;
        };
        TableOut: {
            unit: "tai" | "fan";
            minimum: number;
            winners: "nearest" | "all";
            seats: "dealer" | "opened_wall";
            rounds: number;
            drawn_hand: "holds" | "passes";
            aborts: ("four_west" | "four_winds" | "nine_orphans" | "many_kongs")[];
            liability: boolean;
            fine: number;
            false_win: number;
        };
        TermsEvent: {
            kind: "terms";
            terms: components["schemas"]["TermsIn"];
            since?: number | null;
        };
        TermsIn: {
            rules?: string;
            rules_version?: string | null;
            options?: {
                [key: string]: number | string;
            };
            base?: number;
            per_tai?: number;
        };
        TermsOut: {
            rules: string;
            rules_version: string;
            options: {
                [key: string]: number | string;
            };
            base: number;
            per_tai: number;
        };
        TileChanged: {
            kind: "added" | "removed" | "renamed" | "moved" | "role";
            before: components["schemas"]["StoodLabel"] | null;
            after: components["schemas"]["StoodLabel"] | null;
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
        UndoEdit: {
            kind: "undo";
            edit: number;
        };
        UndoEvent: {
            kind: "undo";
            event: number;
        };
        VersionIn: {
            note?: string;
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
        WinnerIn: {
            player: number;
            hand?: string | null;
            tai?: number | null;
            events?: string[];
            reading_id?: string | null;
            tiles?: components["schemas"]["TileIn"][];
        };
        WonOut: {
            player: number;
            counts: boolean;
            tai: number;
            hand: string | null;
            events: string[];
            reading_id: string | null;
            photo_url: string | null;
        };
        WrittenOut: {
            number: number;
            session: components["schemas"]["SessionOut"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
