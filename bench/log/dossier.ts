import { createHash } from 'node:crypto';
import { encodeDossier, makeDossier } from '../../src/domain/proof/dossier/lines/document.ts';
import { makeOfficeCertificate } from '../../src/server/custody/cms/office-certificate.ts';
import { drawDossier } from '../../src/server/custody/drawing/drawing-pool.ts';
import { signPdf } from '../../src/server/custody/drawing/pdf-sign.ts';
import { dossierFacts } from '../../test/installation/factories/packages/dossier-facts.ts';

/** Measures the first PDF of a dossier: drawn and signed in the threads that a server keeps. Exit code 1 if the median is above 50 ms. */
const rounds = 40;
const mostMs = 50;
const office = await makeOfficeCertificate({ now: new Date() });
const signing = { office, name: '某某市公证处', reason: '说明证据的审查要点', at: new Date() };
// Loads the fonts in the threads, as on a server that has made packages.
for (let round = 0; round < 8; round += 1) await signPdf(await draw(round), signing);

const [drawn, signed]: [number[], number[]] = [[], []];
const cpu = process.cpuUsage();
let bytes = 0;
for (let round = 0; round < rounds; round += 1) {
  const started = performance.now();
  const unsigned = await draw(rounds + round);
  const between = performance.now();
  bytes = (await signPdf(unsigned, signing)).length;
  drawn.push(between - started);
  signed.push(performance.now() - between);
}
const { user, system } = process.cpuUsage(cpu);
const total = drawn.map((ms, at) => ms + (signed[at] ?? 0));
console.log(
  `a dossier of ${Math.round(bytes / 1000)} KB: ${spreadText(total)}; drawn ${spreadText(drawn)}, signed ${spreadText(signed)}; ` +
    `${((user + system) / 1000 / rounds).toFixed(1)} ms of processors each`,
);
if (middle(total) > mostMs) console.log(`MISSED  at most ${mostMs} ms`);
process.exit(middle(total) > mostMs ? 1 : 0);

function draw(round: number): Promise<Buffer> {
  const number = createHash('sha256').update(`dossier ${round}`).digest('hex').slice(0, 32).toUpperCase();
  const dossier = makeDossier({ ...dossierFacts(), number });
  const dossierSha256 = createHash('sha256').update(encodeDossier(dossier)).digest('hex');
  return drawDossier('bench', {
    dossier,
    dossierSha256,
    officeName: '某某市公证处',
    number,
    verifyUrl: `http://127.0.0.1:8080/verify?number=${number}`,
  });
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

/** Median, minimum and maximum. */
function spreadText(times: readonly number[]): string {
  return `${middle(times).toFixed(1)} ms (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`;
}
