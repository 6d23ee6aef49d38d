import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { intakeCalls, unsignedCalls } from '../../contract/open/index.ts';
import { intakeOpenApi } from '../../server/open/signed/openapi.ts';
import { NotaryClient } from '../client.ts';
import { callDeclarations } from '../generate/declarations.ts';
import { callTable } from './call-table.ts';
import { openOperations } from '../../server/open/signed/document.ts';

const root = join(import.meta.dirname, '../../..');
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('has a method for every operation of the document, under its operationId, at its path', () => {
  const { paths } = intakeOpenApi(intakeCalls, unsignedCalls) as { paths: Record<string, Record<string, { operationId: string }>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  expect(described.length).toBeGreaterThan(30);
  expect(Object.entries(callTable).map(([name, { method, path }]) => [name, `${method} ${path}`])).toEqual(described);
  expect(Object.keys(callTable)).toEqual(expect.arrayContaining([...Object.keys(intakeCalls), ...Object.keys(unsignedCalls)]));
  const client: object = new NotaryClient({ baseUrl: 'http://localhost', appId: 'a', securityKey: 'k' });
  for (const [name] of described) expect(typeof Reflect.get(client, name ?? '')).toBe('function');
});

it('writes the types out as the contract has them: a call that is missing, or has another type, does not compile', async () => {
  const written = callDeclarations(openOperations());
  const said = await compile({
    whole: written,
    renamed: written.replace('  getPackage(', '  getParcel('),
    otherType: written.replace('readonly title: string;', 'readonly title: number;'),
    leftOut: written.replace('readonly title: string;', 'readonly title?: string;'),
    otherName: written.replace('readonly isApp?:', 'readonly isAp?:'),
    otherAnswer: written.replace('readonly saveTime: string;', ''),
    otherRefusals: written.replace('readonly points: 402;', ''),
  });
  expect(said).toEqual([
    ['leftOut', 'createEvidence'],
    ['otherAnswer', 'createEvidence'],
    ['otherName', 'createEvidence'],
    ['otherRefusals', 'RefusalCode'],
    ['otherType', 'createEvidence'],
    ['renamed', expect.stringMatching(/^get(Package|Parcel)$/)],
  ]);
});

/** Differences that the compiler finds between the written types and the contract's: the text's name, and the first differing call. */
async function compile(texts: Readonly<Record<string, string>>): Promise<string[][]> {
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(folder, `${name}.ts`), text.replace('./values.js', join(root, 'src/client/contract/values.ts')));
    await writeFile(join(folder, `with-${name}.ts`), comparison(name));
  }
  const compilerOptions = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const files = Object.keys(texts).map((name) => `with-${name}.ts`);
  const project = { extends: join(root, 'tsconfig.server.json'), files, include: [], compilerOptions };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
  const said = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
  return [...said.matchAll(/with-(\w+)\.ts\([^]*?'"(\w+)"'/g)].map(([, name = '', call = '']) => [name, call]).toSorted();
}

const comparison = (name: string) => `
import type { Calls as Contract, RefusalCode as Code } from '${root}/src/client/contract/calls.ts';
import type { Calls as Written, RefusalCode } from './${name}.ts';
type Input<Method> = Method extends (input: infer Given, ...rest: never[]) => unknown ? NonNullable<Given> : never;
type Answer<Method> = Method extends (...given: never[]) => Promise<infer Given> ? Given : never;
type Is<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Needed<Fields> = { [Key in keyof Fields]-?: Record<never, never> extends Pick<Fields, Key> ? never : Key }[keyof Fields];
type Loose<Field> = Field extends readonly (infer Item)[] ? Item[] : Field;
type Given<Method> = { [Key in keyof Input<Method>]: Loose<Input<Method>[Key]> };
type Same<W, C> = [Given<W>] extends [Input<C>]
  ? Is<keyof Input<W>, keyof Input<C>> extends true
    ? Is<Needed<Input<W>>, Needed<Input<C>>> extends true
      ? Is<Answer<W>, Answer<C>>
      : false
    : false
  : false;
type Both = keyof Written & keyof Contract;
type Wrong =
  | Exclude<keyof Contract, keyof Written>
  | Exclude<keyof Written, keyof Contract>
  | { [Name in Both]: Same<Written[Name], Contract[Name]> extends true ? never : Name }[Both]
  | (Is<Code, RefusalCode> extends true ? never : 'RefusalCode');
declare const wrong: Wrong;
export const none: never = wrong;
`;
