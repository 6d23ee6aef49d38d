import type { searchCalls, SearchHit, SearchKind } from '../../../contract/console/search.ts';
import { numberWithin } from '../../../domain/kit/text/typed.ts';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import { maskIdCard } from '../../../domain/kit/text/masking.ts';
import type { Database } from '../../platform/db/database.ts';
import { groupCommit } from '../../platform/db/batches/group-commit.ts';
import { noteWrite } from '../../platform/db/replica/call-reads.ts';
import type { Handlers, SignedInCaller } from '../../platform/http/mount.ts';
import { operatorActor, recordActs, type Act, type Actor } from '../trail/trail.ts';
import { hitsMax, nothing, type Finder, type Found, type FoundRecord } from './finder.ts';
import { isText, parseKeyword, type SearchKeyword } from './keyword.ts';

export interface SearchDeps {
  readonly db: Database;
  /** Of all features; a function, because it is complete only after all features have been created. */
  readonly finders: () => readonly Finder[];
}

/** The global search over the finders of all features. */
export function searchRoutes({ db, finders }: SearchDeps): Handlers<typeof searchCalls> {
  const record = lookUpRecorder(db);
  return {
    async findRecords({ keyword }, caller) {
      const sought = parseKeyword(keyword);
      if (codePointLength(sought.text) < 2) return { list: [] };
      // 冯平 12862936328: whoever has the number, and whatever has the whole text.
      const number = isText(sought) ? numberWithin(sought.text) : undefined;
      const byNumber = number === undefined ? [] : await kindsSought(parseKeyword(number), caller);
      return { list: joined(byNumber, await kindsSought(sought, caller)) };
    },
  };

  async function kindsSought(sought: SearchKeyword, caller: SignedInCaller): Promise<SearchKind[]> {
    const { permissions } = caller.operator;
    const asked = finders().filter(({ needs }) => permissions.has(needs));
    const whole = await Promise.all(asked.map((finder) => finder.find(sought, caller.operator)));
    const isFound = isText(sought) || whole.some(({ hits }) => hits === null || hits.length > 0);
    const found = isFound ? whole : await Promise.all(asked.map(async (finder) => finder.findPart?.(sought, caller.operator) ?? nothing));
    await recordIdentity(record, sought, asked, found, caller);
    return asked.flatMap((finder, at) => kindOf(finder, sought, found[at]) ?? []);
  }
}

/** The kinds of both, in their order; a hit of both once. */
function joined(first: readonly SearchKind[], others: readonly SearchKind[]): SearchKind[] {
  const of = (kind: string, kinds: readonly SearchKind[]) => kinds.find((one) => one.kind === kind);
  const both = first.map((kind) => {
    const other = of(kind.kind, others);
    const hits = [...kind.hits, ...(other?.hits ?? []).filter(({ id }) => kind.hits.every((hit) => hit.id !== id))];
    return { ...kind, hits: hits.slice(0, hitsMax), more: kind.more || (other?.more ?? '') };
  });
  return [...both, ...others.filter(({ kind }) => of(kind, first) === undefined)];
}

function kindOf(finder: Finder, { text }: SearchKeyword, found: Found | undefined): SearchKind | undefined {
  const { hits = [], isListed } = found ?? {};
  const shown = (hits ?? []).slice(0, hitsMax).map(shownOf);
  const hasMore = isListed === true && (hits === null || hits.length > hitsMax);
  if (shown.length === 0 && !hasMore) return undefined;
  const more = hasMore ? `${finder.list}?${new URLSearchParams({ keyword: text }).toString()}` : '';
  return { kind: finder.kind, name: finder.name, hits: shown, more };
}

/** Strips `identified`, which is only for the trail. */
function shownOf({ id, title, texts, status, url, acts }: FoundRecord): SearchHit {
  return { id, title, texts, status, url, acts };
}

type RecordLookUp = (actor: Actor, act: Act) => Promise<void>;

/** Writes look-ups to the trail. Those that arrive together share a statement and its disk write. */
function lookUpRecorder(db: Database): RecordLookUp {
  const write = groupCommit(async (acts: readonly { readonly actor: Actor; readonly act: Act }[]) => {
    await recordActs(db, acts);
    return acts.map(() => ({ status: 'fulfilled', value: undefined }) as const);
  });
  return async (actor, act) => {
    await write({ actor, act });
    // The statement ran within another caller's call.
    noteWrite();
  };
}

/**
 * Records the look-up of a whole identity number on the trail before it is answered: always if it has the form of an identity card, found
 * or not, and otherwise if it matches a record. Nothing is recorded for an operator who may not search users.
 */
async function recordIdentity(
  record: RecordLookUp,
  { form, number }: SearchKeyword,
  asked: readonly Finder[],
  found: readonly Found[],
  { operator, ip }: SignedInCaller,
): Promise<void> {
  const identified = [...new Set(found.flatMap(({ hits }) => (hits ?? []).flatMap((hit) => hit.identified ?? [])))];
  const isLookUp = form === 'card' && asked.some(({ findsIdentity }) => findsIdentity === true);
  if (identified.length === 0 && !isLookUp) return;
  await record(operatorActor(operator, ip), {
    action: '按证件号查找',
    object: identified.length === 1 ? (identified[0] ?? 'search') : 'search',
    after: { keyword: maskIdCard(number), matches: identified },
  });
}
