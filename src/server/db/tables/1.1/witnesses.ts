// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface WitnessesTables {
  /** Checkpoints whose cosignatures meet the office's policy of that hash. */
  cosigned_checkpoint: {
    size: string;
    policy_sha256: Buffer;
  };
  /** What became of a round at each address that was asked. */
  witness_answer: {
    round_id: string;
    url: string;
    outcome: 'cosigned' | 'later' | 'silent' | 'refused' | 'aside' | 'forked';
    size: string | null;
    detail: string | null;
    took_ms: number;
  };
  /**
   * What a witness said that contradicts this log. With a checkpoint under the log's own key it is a fork, which an administrator answers;
   * without one the witness is set aside.
   */
  witness_conflict: {
    id: GeneratedAlways<string>;
    url: string;
    witness: string;
    found_at: Generated<Date>;
    kind: 'inconsistent' | 'ahead';
    asked_size: string;
    newest_size: string;
    told_size: string | null;
    shown_size: string | null;
    shown_root: Buffer | null;
    shown_note: string | null;
    held_from: string | null;
    answered_at: Date | null;
    operator_id: string | null;
    operator: string | null;
    answer: string | null;
  };
  /**
   * Cosignatures, each verified before it is stored. Lines of old checkpoints are forgotten but for one checkpoint a day; who cosigned what
   * when stays.
   */
  witness_cosignature: {
    checkpoint_size: string;
    key_name: string;
    key_id: string;
    witness: string;
    algorithm: 'ed25519' | 'ml-dsa-44';
    signed_at: Date;
    line: string | null;
    came_at: Generated<Date>;
  };
  /** When the next round is due. Whoever moves it holds the round. */
  witness_line: {
    only_one: Generated<boolean>;
    next_at: Generated<Date>;
  };
  /** The office's own policy as the server that started last found it, for /log/policy and packages. */
  witness_policy: {
    only_one: Generated<boolean>;
    text: string;
    sha256: Buffer;
    set_at: Generated<Date>;
  };
  /** Rounds: one checkpoint, the same for all witnesses. Those of the last 90 days. */
  witness_round: {
    id: GeneratedAlways<string>;
    checkpoint_size: string;
    began_at: Generated<Date>;
    ended_at: Date | null;
  };
  /** How each address of the policy does. */
  witness_state: {
    url: string;
    size: string | null;
    asked_at: Generated<Date>;
    cosigned_at: Date | null;
    error: string | null;
    failing_since: Date | null;
    is_aside: Generated<boolean>;
    next_at: Generated<Date>;
  };
}
