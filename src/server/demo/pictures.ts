import { Readable } from 'node:stream';
import { formatTime } from '../../domain/time.ts';
import type { PictureField, Pictures } from '../db/tables.ts';
import type { ObjectStore } from '../storage/store.ts';
import { drawCardBack, drawCardFront, drawHandheld } from './card-pictures.ts';
import { drawLetter, drawLicence } from './paper-pictures.ts';
import type { Person } from './people.ts';
import { itemAt } from './random.ts';
import type { DemoSubmission } from './users.ts';

/** Draws the pictures of every submission with its own data and puts them into the store; the answer is in the order of the question. */
export async function storePictures(submissions: readonly DemoSubmission[], store: Pick<ObjectStore, 'put'>): Promise<Pictures[]> {
  const results = submissions.map((): Pictures => ({}));
  const backs = new Map<string, Promise<Stored>>();
  const tasks = submissions.flatMap((submission, at) =>
    picturesOf(submission).map(({ field, key, draw }) => async () => {
      const put = async (): Promise<Stored> => storedOf(await draw(), store);
      // Cards of one police office and day look alike from behind: one object serves them all.
      const stored = key === undefined ? put() : (backs.get(key) ?? put());
      if (key !== undefined) backs.set(key, stored);
      const result = results[at];
      if (result) result[field] = await stored;
    }),
  );
  await runAll(tasks, 16);
  // The fields stand in one order whichever picture was done first.
  return results.map((pictures, at) => inOrder(pictures, submissions[at]));
}

type Stored = NonNullable<Pictures[PictureField]>;
interface Picture {
  readonly field: PictureField;
  readonly key?: string;
  readonly draw: () => Promise<Buffer>;
}

function picturesOf({ subject: { holder, enterprise }, submittedAt }: DemoSubmission): Picture[] {
  const { authority, from, until } = cardBackOf(holder);
  const front: Picture = { field: 'author_front', draw: () => drawCardFront(holder) };
  const back: Picture = { field: 'author_back', key: `${authority} ${from}`, draw: () => drawCardBack(authority, from, until) };
  if (!enterprise) return [front, back, { field: 'author_hand', draw: () => drawHandheld(holder) }];
  const { name: company, creditCode, legalPerson } = enterprise;
  const day = formatTime(submittedAt).slice(0, 10).replaceAll('-', '');
  const letter = { company, creditCode, legalPerson, agent: holder.name, agentIdCard: holder.idCard, day };
  return [{ field: 'license', draw: () => drawLicence(enterprise) }, front, back, { field: 'file', draw: () => drawLetter(letter) }];
}

function cardBackOf({ address, birth }: Person): { authority: string; from: string; until: string } {
  const [, city = '', district = ''] = /^(?:.+省)?(.+?市)(.+?)(?:新区|区)/.exec(address) ?? [];
  const from = itemAt(['2012.05.16', '2016.08.22', '2019.03.11'], Number(birth.slice(6, 8)));
  return { authority: `${city}公安局${district}分局`, from, until: `${Number(from.slice(0, 4)) + 20}${from.slice(4)}` };
}

async function storedOf(picture: Buffer, store: Pick<ObjectStore, 'put'>): Promise<Stored> {
  const { sha256, sizeBytes } = await store.put(Readable.from([picture]), { maxBytes: 60_000 });
  return { sha256, mediaType: 'image/jpeg', sizeBytes };
}

function inOrder(pictures: Pictures, submission: DemoSubmission | undefined): Pictures {
  const fields = submission ? picturesOf(submission).map(({ field }) => field) : [];
  return Object.fromEntries(fields.map((field) => [field, pictures[field]]));
}

/** Runs all tasks, so many at once: enough to keep the disk and the encoder busy without a thousand open files. */
async function runAll(tasks: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  const queue = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
