import { render } from "preact";
import { App } from "./app.tsx";
import "./style/base.css";
import "./style/tiles.css";
import "./style/screens.css";
import "./style/explain.css";
import "./style/rules.css";
import "./style/table.css";
import "./style/sets.css";

render(<App />, document.getElementById("app") as HTMLElement);
