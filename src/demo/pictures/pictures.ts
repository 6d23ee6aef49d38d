import { Readable } from 'node:stream';
import { formatTime } from '../../domain/kit/text/time.ts';
import type { PictureField, Pictures } from '../../server/platform/db/json.ts';
import type { ObjectStore } from '../../server/platform/storage/store.ts';
import { drawCardBack, drawCardFront, drawHandheld } from './card-pictures.ts';
import { drawLetter, drawLicence } from './paper-pictures.ts';
import type { Person } from '../data/people.ts';
import { itemAt } from '../data/random.ts';
import type { DemoSubmission } from '../data/users.ts';

/**
 * Stored pictures by their content. Pictures with the same content (the back of cards of one police office and day, an agent's unchanged
 * card) share one object.
 */
export type StoredPictures = Map<string, Promise<Stored>>;

/** Draws and stores the pictures of every submission with its own data. The result has the order of `submissions`. */
export async function storePictures(
  submissions: readonly DemoSubmission[],
  store: Pick<ObjectStore, 'put'>,
  drawn: StoredPictures = new Map(),
): Promise<Pictures[]> {
  const results = submissions.map((): Pictures => ({}));
  const tasks = submissions.flatMap((submission, at) =>
    picturesOf(submission).map(({ field, shows, draw }) => async () => {
      const key = `${field} ${JSON.stringify(shows)}`;
      const stored = drawn.get(key) ?? draw().then((picture) => put(picture, store));
      drawn.set(key, stored);
      const result = results[at];
      if (result) result[field] = await stored;
    }),
  );
  await runAll(tasks, 16);
  // The order of the fields does not depend on which picture was finished first.
  return results.map((pictures, at) => inOrder(pictures, submissions[at]));
}

type Stored = NonNullable<Pictures[PictureField]>;
interface Picture {
  readonly field: PictureField;
  readonly shows: object;
  readonly draw: () => Promise<Buffer>;
}

function picturesOf({ subject: { holder, enterprise }, submittedAt }: DemoSubmission): Picture[] {
  const back = cardBackOf(holder);
  const card: Picture[] = [
    { field: 'author_front', shows: holder, draw: () => drawCardFront(holder) },
    { field: 'author_back', shows: back, draw: () => drawCardBack(back.authority, back.from, back.until) },
  ];
  if (!enterprise) return [...card, { field: 'author_hand', shows: holder, draw: () => drawHandheld(holder) }];
  const { name: company, creditCode, legalPerson } = enterprise;
  const day = formatTime(submittedAt).slice(0, 10).replaceAll('-', '');
  const letter = { company, creditCode, legalPerson, agent: holder.name, agentIdCard: holder.idCard, day };
  return [
    { field: 'license', shows: enterprise, draw: () => drawLicence(enterprise) },
    ...card,
    { field: 'file', shows: letter, draw: () => drawLetter(letter) },
  ];
}

function cardBackOf({ address, birth }: Person): { authority: string; from: string; until: string } {
  const [, city = '', district = ''] = /^(?:.+省)?(.+?市)(.+?)(?:新区|区)/.exec(address) ?? [];
  const from = itemAt(['2012.05.16', '2016.08.22', '2019.03.11'], Number(birth.slice(6, 8)));
  return { authority: `${city}公安局${district}分局`, from, until: `${Number(from.slice(0, 4)) + 20}${from.slice(4)}` };
}

async function put(picture: Buffer, store: Pick<ObjectStore, 'put'>): Promise<Stored> {
  const { sha256, sizeBytes } = await store.put(Readable.from([picture]), { maxBytes: 60_000 });
  return { sha256, mediaType: 'image/jpeg', sizeBytes };
}

function inOrder(pictures: Pictures, submission: DemoSubmission | undefined): Pictures {
  const fields = submission ? picturesOf(submission).map(({ field }) => field) : [];
  return Object.fromEntries(fields.map((field) => [field, pictures[field]]));
}

/** Runs all tasks, `atOnce` at a time: enough to keep the disk and the encoder busy without a thousand open files. */
async function runAll(tasks: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  const queue = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
