import react from '@vitejs/plugin-react';
import { defineConfig, transformWithOxc, type Plugin } from 'vite';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldestBrowsers, refuseLackingFunctions } from './scripts/lacking-functions.ts';
import { themeCss } from './src/console/kit/ui/theme.ts';

/**
 * Few files before the first paint: over HTTP/1.1 a browser requests six at a time, and each costs a round trip. A group includes the
 * dependencies of its file. The rest is split by screen, antd by its users.
 */
const chunkGroups = [
  { name: 'core', priority: 4, tags: ['$initial' as const] },
  {
    name: 'base',
    priority: 3,
    test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|console[\\/]kit[\\/]ui[\\/](?:root|guarded-button)/,
  },
  { name: 'frame', priority: 2, test: /console[\\/]app[\\/]console\.tsx/ },
  { name: 'list', priority: 1, test: /console[\\/]kit[\\/]list[\\/]list-screen\.tsx/ },
];

/** Builds the console: hashed assets with compressed copies beside them, one page for every address. */
export default defineConfig({
  publicDir: false,
  plugins: [react(), firstLook(), firstStyles(), basePreloaded(), compressedCopies(), refuseLackingFunctions()],
  worker: { plugins: () => [refuseLackingFunctions()] },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: Object.entries(oldestBrowsers).map(([browser, version]) => `${browser}${version}`),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true, // read by scripts/console-sizes.mjs
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
});

/**
 * Theme and first styles are inlined into the page: the skeleton is styled before anything else arrives, and login and frame wait for no
 * style sheet.
 */
function firstStyles(): Plugin {
  return {
    name: 'first-styles',
    async transformIndexHtml(html) {
      const sheets = await Promise.all(
        ['app/base.css', 'app/frame.css', 'kit/ui/toast.css', 'kit/ui/notices.css', 'kit/session/login.css'].map((name) =>
          readFile(`src/console/${name}`, 'utf8'),
        ),
      );
      const css = (themeCss() + sheets.join('')).replaceAll(/\s+/g, ' ').replaceAll(/ ?([{};,]) ?/g, '$1');
      return html.replace('<!-- first styles -->', `<style>${css}</style>`);
    },
  };
}

/**
 * The script that applies the operator's theme, in a small render-blocking file. The page's policy forbids inline scripts. Browsers cache
 * it permanently, like every asset.
 */
function firstLook(): Plugin {
  const [path, name] = ['src/console/kit/preferences/first-look.ts', 'first-look.js'];
  return {
    name: 'first-look',
    apply: 'build',
    async buildStart() {
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
      this.emitFile({ type: 'asset', name, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const script = Object.values(bundle ?? {}).find((file) => file.type === 'asset' && file.names.includes(name));
        if (!script) throw new Error(`${name} was not built`);
        return [{ tag: 'script', attrs: { src: `/${script.fileName}` }, injectTo: 'head' }];
      },
    },
  };
}

/**
 * Login and console both need React, the entry does not: the page preloads it, and the small login, while the entry decides which of the
 * two to load.
 */
function basePreloaded(): Plugin {
  return {
    name: 'base-preloaded',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(
          (file) => file.type === 'chunk' && ['rolldown-runtime', 'base', 'login-page'].includes(file.name),
        );
        return chunks.map((chunk) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

/** Writes `.br` and `.gz` beside each text file; the server sends them unchanged. */
function compressedCopies(): Plugin {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(?:js|css|html|svg|json)$/.test(name));
      for (const name of names) {
        const path = join(dir, name);
        const bytes = await readFile(path);
        if (bytes.length < 256) continue; // would not save a packet
        await writeFile(`${path}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        await writeFile(`${path}.gz`, await gz(bytes, { level: 9 }));
      }
    },
  };
}
