// Prints the compressed JavaScript that each entry into the console loads, from the last build: `node scripts/console-sizes.mjs`.
import { readFile, stat } from 'node:fs/promises';

const dist = 'dist/console';
const manifest = JSON.parse(await readFile(`${dist}/.vite/manifest.json`, 'utf8'));
const named = (name) => Object.keys(manifest).find((key) => manifest[key].name === name) ?? name;

const entry = ['index.html'];
const frame = [...entry, named('frame')];
const list = [...frame, 'src/console/business/users/enterprise-users.tsx'];
const routes = {
  '/login': [...entry, 'src/console/kit/session/login-page.tsx'],
  '/user/enterprise, first rows': list,
  '/user/enterprise, with filters': [...list, 'src/console/kit/list/filter-controls.tsx'],
  '/user/Detail, first paint': [...frame, 'src/console/business/users/user-detail.tsx'],
  'review dialog, over a list': [...list, 'src/console/kit/list/filter-controls.tsx', 'src/console/business/users/review-dialog.tsx'],
  '/authority/log': [...frame, 'src/console/access/login-logs/admin-log.tsx'],
};

for (const [route, keys] of Object.entries(routes)) {
  const files = [...new Set(keys.flatMap((key) => closure(key)))];
  const sizes = await Promise.all(files.map(async (file) => (await stat(`${dist}/${file}.br`).catch(() => stat(`${dist}/${file}`))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${(total / 1024).toFixed(1).padStart(7)} KB br  ${String(files.length).padStart(2)} files  ${route}`);
}

/** The file of a manifest entry and of everything that it imports statically. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => closure(next, seen))];
}
