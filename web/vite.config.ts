/// <reference types="vitest/config" />
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Sonner inserts its style sheet with script, which a `style-src 'self'` policy refuses. `theme.css` imports the same
 * sheet as a file instead, so the insertion is taken out.
 */
function toastStylesFromFile(): Plugin {
  return {
    name: "toast-styles-from-file",
    enforce: "pre",
    transform(code, id) {
      if (!/sonner[\\/]dist[\\/]index\.mjs$/.test(id)) return null;
      return { code: code.replace(/^__insertCSS\(".*"\);$/m, ""), map: null };
    },
  };
}

const backend = "http://localhost:3000";

export default defineConfig({
  plugins: [toastStylesFromFile(), react(), tailwindcss()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    modulePreload: { polyfill: false },
  },
  optimizeDeps: { exclude: ["sonner"] },
  server: { port: 5173, proxy: { "/api": backend, "/v1": backend, "/pg": backend } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    css: false,
  },
});
