import { onlineKind } from '../../domain/codes/online-evidence.ts';
import { evidenceFacts, mayViewFacts } from '../acceptors/evidence-rule.ts';
import { belongingTo } from '../evidence/reference.ts';
import type { FoundReference, ReferenceRule } from '../references/reference.ts';

/** Recordings as notes and messages refer to them: visible to whoever sees their list, or may view the evidence that they became. */
export const recordingReference: ReferenceRule = {
  kind: 'recording',

  async find(db, numbers) {
    const [rows, became] = await Promise.all([
      db
        .selectFrom('recording')
        .select(['number', 'type'])
        .where('number', 'in', [...numbers])
        .execute(),
      evidenceFacts(db, numbers),
    ]);
    const facts = new Map(became.map((one) => [one.number, one]));
    return new Map(
      rows.map(({ number, type: kind }): [string, FoundReference] => [
        number,
        {
          label: `${onlineKind.label(kind)} ${number}`,
          url: `/online/attestation/${number}/${segments[kind]}`,
          trail: [`recording/${number}`, `evidence/${number}`],
          mayOpen: (viewer) => {
            const evidence = facts.get(number);
            return viewer.permissions.has(`online:${kind}`) || (evidence !== undefined && mayViewFacts(viewer, evidence));
          },
        },
      ]),
    );
  },

  async related(db, number) {
    const row = await db.selectFrom('recording').select('user_id').where('number', '=', number).executeTakeFirst();
    if (!row) return [];
    const owner = `user/${row.user_id}` as const;
    const others = (await belongingTo(db, number)).filter((one) => one !== owner);
    return [owner, `evidence/${number}`, ...others];
  },
};

const segments = { process: 'pro', move: 'move' } as const;
