import { pages } from '../test/pages/pages.ts';
import { playPages } from '../test/pages/play.ts';
import { corpusSite } from '../test/pages/site.ts';

/** Plays the corpus, or the pages whose names are given, and prints the table of the README. */
const names = process.argv.slice(2);
const chosen = pages.filter(({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)));
const site = await corpusSite();
const played = await playPages(site, chosen, {
  tell: ({ name, faults, ms }) => console.error(`${name}  ${(ms / 1000).toFixed(1)} s  ${faults.join(' | ')}`),
});
await site.close();
const count = (is: (one: (typeof played)[number]) => boolean) => played.filter(is).length;
const median = played.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(played.length / 2)] ?? 0;
console.log('| What | Result |\n|---|---|');
console.log(`| right outcome | ${count(({ faults }) => faults.length === 0)} of ${played.length} |`);
console.log(`| said whole and was not | ${count(({ saidWhole }) => saidWhole)} |`);
console.log(`| had all and said otherwise | ${count(({ saidOtherwise }) => saidOtherwise)} |`);
console.log(`| median time of a page | ${(median / 1000).toFixed(1)} s |`);
if (played.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
