import { z } from 'zod';
import { StartupError } from '../startup-error.ts';
import { underTodaysNames } from './former-names.ts';

/** One environment variable: its name, and a schema with its type, default and bounds. */
export class Setting<Schema extends z.ZodType> {
  constructor(
    readonly variable: string,
    readonly schema: Schema,
  ) {}
}

/** Settings by the names that the program uses, in groups. */
export interface SettingTree {
  readonly [name: string]: Setting<z.ZodType> | SettingTree;
}

/** The values of a tree of settings. The mapped type keeps the doc comments of the settings. */
export type ValuesOf<Tree extends SettingTree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Setting<infer Schema>
    ? z.output<Schema>
    : Tree[Name] extends SettingTree
      ? ValuesOf<Tree[Name]>
      : never;
};

/** Reads a tree from the environment, where an empty value counts as unset. @throws StartupError that names the variable at fault. */
export function readSettings<Tree extends SettingTree>(tree: Tree, env: NodeJS.ProcessEnv): ValuesOf<Tree> {
  const given = Object.fromEntries(Object.entries(underTodaysNames(env)).filter(([, value]) => value !== ''));
  const shape = Object.fromEntries(settingsIn(tree).map(({ variable, schema }) => [variable, schema]));
  const parsed = z.object(shape).safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`environment variable ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'invalid'}`);
  }
  // The cast is needed: the compiler cannot derive the value types from a walk over the names.
  return arrange(tree, parsed.data) as ValuesOf<Tree>;
}

/** Every setting of a tree, in its order. */
export function settingsIn(tree: SettingTree): Setting<z.ZodType>[] {
  return Object.values(tree).flatMap((branch) => (branch instanceof Setting ? [branch] : settingsIn(branch)));
}

function arrange(tree: SettingTree, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, branch]) => [name, branch instanceof Setting ? values[branch.variable] : arrange(branch, values)]),
  );
}
