import { sql } from 'kysely';
import type { FileStatus } from '../../../domain/business/codes/evidence.ts';
import type { PieceState } from '../../../domain/business/codes/notarizations.ts';
import type { CheckedNow, ObjectChecks } from '../../custody/objects/check-now.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { ObjectState } from '../../platform/db/tables.ts';

/** A piece of evidence of an application, as the last checks of its files left it. */
export interface Piece {
  readonly number: string;
  readonly title: string;
  /** Whether its detail was answered to the asking operator since the application last changed. */
  readonly isOpened: boolean;
  readonly state: PieceState;
  /** When the hash of the file that was checked longest ago was derived again; null if one never was. */
  readonly checkedAt: Date | null;
  readonly files: readonly PieceFile[];
}
export interface PieceFile {
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly state: PieceState;
  /** False for the details, which the office makes and keeps in the row. */
  readonly isStored: boolean;
}

/**
 * The pieces of an application in their order. An application last changed when it was submitted or paid. @param operatorId null for the
 * system, which opens nothing. @param number reads only this one.
 */
export async function readPieces(
  db: Database | Tx,
  orderId: string,
  operatorId: string | null,
  number: string | null = null,
): Promise<readonly Piece[]> {
  const { rows } = await sql<PieceRow>`
    select e.number, e.title, e.file_status as "fileStatus",
           coalesce(p.opened_at >= greatest(o.created_at, o.paid_at), false) as "isOpened", f.files, f.checked_at as "checkedAt"
      from notarization_evidence c
      join notarization_order o on o.id = c.order_id
      join evidence e on e.id = c.evidence_id
      left join piece_opening p on p.evidence_id = e.id and p.operator_id = ${operatorId}::bigint
      cross join lateral (
        select coalesce(json_agg(json_build_object('name', f.name, 'sha256', f.sha256, 'sizeBytes', f.size_bytes,
                 'isKept', f.content is not null, 'isSame', encode(sha256(f.content), 'hex') = f.sha256, 'state', s.state)
                 order by f.name), '[]') as files,
               case when bool_and(s.checked_at is not null) filter (where f.content is null) then min(s.checked_at) end as checked_at
          from evidence_file f left join stored_object s on s.sha256 = f.sha256 and f.content is null
         where f.evidence_id = e.id) f
     where c.order_id = ${orderId} and (${number}::text is null or e.number = ${number}::text)
     order by c.position`.execute(db);
  return rows.map(({ fileStatus, files, ...row }) => {
    const stated = files.map(({ isKept, isSame, state, ...file }) => ({
      ...file,
      isStored: !isKept,
      state: isKept ? (isSame === true ? ('whole' as const) : ('damaged' as const)) : stateOf(state),
    }));
    return { ...row, state: pieceStateOf(fileStatus, stated), files: stated };
  });
}

/** Checks the files of the pieces now. @returns the pieces with what was found. */
export async function checkPieces(
  checks: ObjectChecks,
  { read, waitMs }: { readonly read: () => Promise<readonly Piece[]>; readonly waitMs: number },
): Promise<readonly Piece[]> {
  const objects = (await read()).flatMap(({ files }) => files.filter(({ isStored }) => isStored));
  const found = await checks.check(objects, waitMs);
  // Read again: a check may have taken the evidence out of reach, or given it back.
  return (await read()).map((piece) => {
    const files = piece.files.map((file) => ({ ...file, state: nowOf(found.get(file.sha256)) ?? file.state }));
    return { ...piece, files, state: worst([piece.state, ...files.map(({ state }) => state)]) };
  });
}

/** Why an application cannot pass: the first piece whose files are not whole; undefined if all are. */
export function pieceFault(pieces: readonly Piece[]): string | undefined {
  const faulty = pieces.find(({ state }) => state !== 'whole');
  return faulty && `证据${faulty.number}${reasons[faulty.state]}`;
}

/** Which pieces were not opened, for the operator; undefined if none. */
export function unopenedText(pieces: readonly Piece[]): string | undefined {
  const unopened = pieces.filter(({ isOpened }) => !isOpened).map(({ number }) => number);
  if (unopened.length === 0) return undefined;
  const named = unopened.slice(0, mostNamed).join('、');
  return `还有${unopened.length}件证据未查看，不能通过：${named}${unopened.length > mostNamed ? '等' : ''}`;
}

interface PieceRow extends Pick<Piece, 'checkedAt' | 'isOpened' | 'number' | 'title'> {
  readonly fileStatus: FileStatus;
  readonly files: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly sizeBytes: number;
    readonly isKept: boolean;
    readonly isSame: boolean | null;
    readonly state: ObjectState | null;
  }[];
}

/** A stored file without a row of the scrub was never put into the store. */
function stateOf(state: ObjectState | null): PieceState {
  return state === null ? 'missing' : state === 'unchecked' ? 'whole' : state;
}

function pieceStateOf(status: FileStatus, files: readonly { readonly state: PieceState }[]): PieceState {
  if (status === 'uploading') return status;
  const found = worst(files.map(({ state }) => state));
  return found === 'whole' && (status === 'missing' || files.length === 0) ? 'missing' : found;
}

function nowOf(found: CheckedNow | undefined): PieceState | undefined {
  return found === 'underway' ? 'checking' : found;
}

function worst(states: readonly PieceState[]): PieceState {
  return order.find((state) => states.includes(state)) ?? 'whole';
}

const order = ['missing', 'damaged', 'uploading', 'unread', 'checking'] as const satisfies readonly PieceState[];
const reasons: Record<PieceState, string> = {
  whole: '',
  missing: '的文件缺失，不能通过',
  damaged: '的文件损坏，不能通过',
  uploading: '尚在上传，不能通过',
  unread: '的文件暂时无法读取，请稍后再试',
  checking: '的文件较大，正在核对，请稍后再试',
};
/** Enough to go on with; the screen marks them all. */
const mostNamed = 5;
