import { loadImage } from '@napi-rs/canvas';
import { unpackPrint, packPrint } from '../../src/domain/business/hints/packed-print.ts';
import { fingerprintOf, type Fingerprint } from '../../src/domain/business/hints/fingerprint.ts';
import { likeness, nearlySame } from '../../src/domain/business/hints/same-picture.ts';
import { maxCandidates, maxSharing, probesOf } from '../../src/domain/business/hints/probes.ts';
import { personOf } from '../../src/demo/data/people.ts';
import { drawCardFront } from '../../src/demo/pictures/card-pictures.ts';
import { decode, readPicture } from '../../src/server/platform/media/picture-print.ts';
import { changes } from './changes.ts';
import { measureLookUp } from './look-up.ts';

/**
 * Measures whether nearly equal pictures are found, and two cards of one template are distinguished: cards of the demo's painter, each
 * after twelve changes. Exit code 1 if a bound is missed. `BENCH_PIECE=3/8` runs the third eighth of the cards, and of the pairs, against
 * all others, without times. Eight such runs make a whole one, for a machine that cannot be occupied for so long.
 */
const cards = Number(process.env['BENCH_CARDS'] ?? 300);
const [piece = 1, pieces = 1] = (process.env['BENCH_PIECE'] ?? '1/1').split('/').map(Number);
/** Whether a card belongs to this part. */
const isOurs = (card: number) => card % pieces === piece - 1;
const ours = Array.from({ length: cards }, (_, card) => card).filter(isOurs).length;
const bounds = { recall: 0.98, falsePairs: 0.001, pictureMs: 300, lookUpMs: 50 };

const pictures = await Promise.all(Array.from({ length: cards }, (_, index) => drawCardFront(personOf(index))));
const prints: Fingerprint[] = [];
for (const picture of pictures) prints.push(await printOf(picture));
const owners = new Map<number, number[]>();
for (const [card, { anchors }] of prints.entries())
  for (const word of new Set(anchors.map((anchor) => anchor.word))) owners.set(word, [...(owners.get(word) ?? []), card]);

const missed: string[] = [];
await measureChanges();
measurePairs();
if (pieces === 1) {
  await measureTime();
  const lookUpMs = await measureLookUp();
  bound(`look-up, p95 ${lookUpMs.toFixed(1)} ms`, lookUpMs <= bounds.lookUpMs);
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function measureChanges(): Promise<void> {
  let found = 0;
  let wrong = 0;
  let compared = 0;
  for (const [name, change] of Object.entries(changes)) {
    let here = 0;
    const own: number[] = [];
    for (const [card, picture] of pictures.entries()) {
      if (!isOurs(card)) continue;
      const changed = await printOf(await change(await loadImage(picture)));
      const scores = candidatesOf(changed).map((other) => ({ other, score: likeness(changed, at(prints, other)) }));
      const score = scores.find(({ other }) => other === card)?.score ?? 0;
      own.push(score);
      if (score >= nearlySame) here += 1;
      wrong += scores.filter((each) => each.other !== card && each.score >= nearlySame).length;
      compared += cards - 1;
    }
    found += here;
    const sorted = own.toSorted((a, b) => a - b);
    console.log(`${name}: ${here} of ${ours}; least ${at(sorted, 0).toFixed(2)}, median ${at(sorted, ours >> 1).toFixed(2)}`);
  }
  const asked = ours * Object.keys(changes).length;
  bound(`recall ${((found / asked) * 100).toFixed(2)} % (${found} of ${asked})`, found / asked >= bounds.recall);
  bound(`other cards taken for it: ${wrong} of ${compared}`, wrong / compared <= bounds.falsePairs);
}

/** Compares every pair, although the look-up would not even offer most of them. */
function measurePairs(): void {
  const scores: number[] = [];
  for (let one = 0; one < cards; one += 1)
    for (let other = 0; isOurs(one) && other < one; other += 1) scores.push(likeness(at(prints, one), at(prints, other)));
  const wrong = scores.filter((score) => score >= nearlySame).length;
  const most = scores.reduce((a, b) => Math.max(a, b), 0);
  console.log(`most alike of ${scores.length} pairs: ${most.toFixed(2)}, bound ${nearlySame}`);
  bound(`false pairs: ${wrong} of ${scores.length}`, wrong / scores.length <= bounds.falsePairs);
}

async function measureTime(): Promise<void> {
  const sizes = { '420 x 265': at(pictures, 0), '4000 x 2524': await enlarged(at(pictures, 0), 4000 / 420) };
  for (const [name, picture] of Object.entries(sizes)) {
    const began = process.cpuUsage();
    for (let round = 0; round < 10; round += 1) await readPicture(picture);
    const { user, system } = process.cpuUsage(began);
    const eachMs = (user + system) / 10_000;
    bound(`a picture of ${name}: ${eachMs.toFixed(0)} ms of processor time`, eachMs <= bounds.pictureMs);
  }
  const began = process.cpuUsage();
  const packed = prints.slice(0, 21).map(packPrint);
  for (const other of packed.slice(1)) likeness(at(prints, 0), unpackPrint(other));
  console.log(`a comparison: ${(process.cpuUsage(began).user / 20_000).toFixed(1)} ms`);
}

async function enlarged(picture: Buffer, scale: number): Promise<Buffer> {
  const image = await loadImage(picture);
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.encode('jpeg', 85);
}

/** Ranks like the server: the rarer a word, the higher its weight. */
function candidatesOf({ anchors }: Fingerprint): number[] {
  const weight = new Map<number, number>();
  for (const word of new Set(anchors.flatMap(probesOf))) {
    const sharing = owners.get(word) ?? [];
    if (sharing.length >= maxSharing) continue;
    for (const card of sharing) weight.set(card, (weight.get(card) ?? 0) + 1 / Math.sqrt(sharing.length));
  }
  return [...weight.entries()]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, maxCandidates)
    .map(([card]) => card);
}

async function printOf(picture: Buffer): Promise<Fingerprint> {
  return fingerprintOf((await decode(picture)).luma);
}

function bound(line: string, holds: boolean): void {
  console.log(line);
  if (!holds) missed.push(line);
}

function at<T>(items: readonly T[], place: number): T {
  const item = items[place];
  if (item === undefined) throw new RangeError('there is no such item');
  return item;
}
