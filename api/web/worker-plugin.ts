// Puts the service worker beside the built page, with the list of the page's files and a version made from what they hold.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";

const WORKER = "worker.js";

export function serviceWorker(): Plugin {
  let publicFiles: string[] = [];
  let publicDir = "";
  return {
    name: "tailens-worker",
    apply: "build",
    configResolved(config) {
      publicDir = config.publicDir;
      publicFiles = readdirSync(publicDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(publicDir, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .sort();
    },
    buildStart() {
      this.emitFile({ type: "chunk", id: "/src/worker.ts", fileName: WORKER });
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== "chunk") throw new Error("the service worker was not built");
        const hash = createHash("sha256");
        const built = Object.values(bundle).filter((file) => file !== worker && !file.fileName.endsWith(".html"));
        for (const file of Object.values(bundle)) hash.update(file.type === "chunk" ? file.code : file.source);
        for (const name of publicFiles) hash.update(readFileSync(join(publicDir, name)));
        const files = [...built.map((file) => file.fileName), ...publicFiles].map((name) => `/${name}`);
        worker.code = worker.code
          .replaceAll("__FILES__", JSON.stringify(files))
          .replaceAll("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)));
      },
    },
  };
}
