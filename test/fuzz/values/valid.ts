import type { z } from 'zod';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { hintFor } from './hints.ts';

const digits = Array.from({ length: 12 }, (_, at) => String(at));
/** Candidates for all fields; a field's own schema decides which of them it accepts. */
const texts = [
  '',
  ...digits,
  '20',
  '100',
  '2026',
  '1000000',
  '123456',
  '2026-01-01 - 2026-12-31',
  '2026-01-01 - 2026-01-31',
  '2026-01-01 00:00:00 - 2026-12-31 23:59:59',
  '2026-01-02',
  '2099-12-31',
  '2026-01-02 08:00:00',
  '2026-01-03 08:00:00',
  '2026-11-22T08:00:00Z',
  '2026-11-23T08:00:00.000Z',
  'now',
  '测试',
  '张伟',
  'a',
  'x@example.com',
  '12000000009',
  '010-12345678',
  '某市某路1号',
  '990000199001011234',
  '91990000MA0000000X',
  'https://example.com/',
  'https://hook.example.com/a?b=c',
  '127.0.0.1',
  '::1',
  'Fuzz20261',
  'Aa1!bcdefg7',
  '1.2.3',
  '9.9.9',
  '128.00',
  '0.01',
  'SUCCESS',
  'FAIL',
  'WAIT',
  'CANCEL',
  'ING',
  'pro',
  'move',
  'file',
  'package',
  'certificate',
  'time',
  'due',
  'enabled',
  'disabled',
  'pending',
  'succeeded',
  'failed',
  '*',
  'evidence.*',
  'evidence.created',
  'user.approved',
  'evt_0000000000000001',
  'evt_0000000000000400',
  '{"name":"测试机","type":1}',
  '{"reason":"资料不清"}',
  '{"status":"2"}',
  '{}',
  '[]',
  '[{"title":"手机号","width":0,"hidden":0}]',
  '1,2,3,4,5,27,28',
  '9,10,29',
  'AB'.repeat(16),
  'ab'.repeat(32),
  'users',
  'enterprise-users',
  'invoices',
  'review-user-1',
  'c29tZS1ieXRlcw',
  'application/octet-stream',
] as const;
const numbers = [0, 1, 2, 3, 4, 5, 10, 50, 100, 1000];

type Def = { readonly type: string } & Readonly<Record<string, unknown>>;
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** The inner schema of `optional`, a default, a preprocessing or a transformation. */
export function unwrapped(schema: z.ZodType): { inner: z.ZodType; isOptional: boolean } {
  let inner = schema;
  let isOptional = false;
  for (;;) {
    const def = defOf(inner);
    if (['optional', 'default', 'prefault', 'nullable', 'readonly', 'catch'].includes(def.type)) {
      isOptional ||= def.type !== 'readonly';
      inner = def['innerType'] as z.ZodType;
    } else if (def.type === 'pipe') {
      const into = def['in'] as z.ZodType;
      inner = defOf(into).type === 'transform' ? (def['out'] as z.ZodType) : into;
    } else return { inner, isOptional };
  }
}

/** Fields of an object's schema by name; none if it is not an object. */
export function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const { inner } = unwrapped(schema);
  const def = defOf(inner);
  return def.type === 'object' ? (def['shape'] as Record<string, z.ZodType>) : {};
}

/** Makes values that a schema accepts: a dictionary, tested against the schema itself, so that no rule is written twice. */
export class ValidValues {
  readonly #world: World;
  readonly #accepted = new WeakMap<z.ZodType, readonly unknown[]>();

  constructor(world: World) {
    this.#world = world;
  }

  /** @returns undefined if no accepted value is known. */
  of(random: Random, name: string, schema: z.ZodType, call: string): unknown {
    const hinted = hintFor(this.#world, call, name).filter((value) => schema.safeParse(value).success);
    if (hinted.length > 0 && (name === 'wait' || random.chance(0.85))) return random.pick(hinted);
    const { inner } = unwrapped(schema);
    const def = defOf(inner);
    if (def.type === 'object') return this.object(random, inner, call);
    if (def.type === 'array') {
      const element = def['element'] as z.ZodType;
      const many = 1 + random.below(3);
      return [...new Set(Array.from({ length: many }, () => this.of(random, name, element, call)))];
    }
    const accepted = this.#acceptedBy(schema);
    return accepted.length > 0 ? random.pick(accepted) : undefined;
  }

  /** Every required field, and some of the optional ones. */
  object(random: Random, schema: z.ZodType, call: string, optionalShare = 0.4): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fieldsOf(schema))) {
      const isLeftOut = field.safeParse(undefined).success && !random.chance(optionalShare);
      const value = isLeftOut ? undefined : this.of(random, name, field, call);
      if (value !== undefined) made[name] = value;
    }
    return made;
  }

  #acceptedBy(schema: z.ZodType): readonly unknown[] {
    const known = this.#accepted.get(schema);
    if (known) return known;
    const found = [...texts, ...numbers].filter((value) => schema.safeParse(value).success);
    this.#accepted.set(schema, found);
    return found;
  }
}
