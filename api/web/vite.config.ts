import { defineConfig } from "vite";
import { serviceWorker } from "./worker-plugin.ts";

export default defineConfig({
  build: { target: "es2022", assetsInlineLimit: 0 },
  plugins: [serviceWorker()],
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/join": "http://127.0.0.1:8000" } },
});
