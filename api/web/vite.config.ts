import { defineConfig } from "vite";

export default defineConfig({
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/join": "http://127.0.0.1:8000" } },
});
