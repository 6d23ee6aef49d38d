import { evidenceKindLabel } from '../../../domain/business/codes/evidence.ts';
import { deviceText, parseDeclared } from '../../../domain/proof/dossier/facts/declared.ts';
import { anchorStage } from '../../../domain/proof/evidence/anchor-stage.ts';
import { shownAnchor } from '../../../domain/proof/evidence/shown-anchor.ts';
import { witnessLine } from '../../../domain/proof/evidence/witness-line.ts';
import { bracketText } from '../../../domain/proof/marks/bracket.ts';
import { acceptLabels, capturedAddress, deviceTexts } from '../../../domain/business/rules/capture.ts';
import { archiveName } from '../../../domain/proof/web-archive/archive-names.ts';
import { isFileResult, notesText } from '../../../domain/proof/web-archive/capture-notes.ts';
import { replayText } from '../../../domain/proof/web-archive/replay-facts.ts';
import type { Anchor, CertificateContent } from '../documents/certificate-content.ts';
import { receivedLabel } from '../documents/certificate-sentences.ts';
import { logKeySha256 } from '../identity/published-keys.ts';
import { bracketFactsOf } from '../marks/mark-facts.ts';
import type { PackageFacts } from './proven-facts.ts';
import type { StoredFacts } from './facts.ts';

/** Content of the certificate without its time of issue. The order of the fields matters: an edition is identified by the hash of this. */
export function certificateFacts({
  facts,
  stored,
  anchorProofs,
  logKey,
  identity,
  hasChain,
  usedMark,
  secondTrack,
  ...office
}: PackageFacts): Omit<CertificateContent, 'issuedAt'> {
  const [main, ...others] = stored.storedFiles.toSorted((a, b) => order(a) - order(b));
  if (!main) throw new Error(`evidence ${facts.number} lists no original`);
  const timestamp = anchorProofs?.proof.timestamp;
  const bracket = bracketText(bracketFactsOf(usedMark, timestamp?.genTime ?? office.firstCosigned?.lastAt ?? null, office.policy));
  const isOurs = facts.kind === 'web';
  const device = deviceText(parseDeclared(stored.detailsBytes)?.device ?? null);
  return {
    number: facts.number,
    officeName: office.officeName,
    ...(office.sandboxNotice === null ? {} : { sandboxNotice: office.sandboxNotice }),
    holder: { name: stored.holder, kind: facts.ownerType === 'enterprise' ? 'enterprise' : 'individual' },
    title: stored.title,
    kind: evidenceKindLabel(facts.kind) + (isOurs ? wayOf(facts) : '（提交时申报）'),
    sender: isOurs ? 'capture' : facts.client === null ? null : { program: facts.client, isNamesake: facts.client === stored.holder },
    ...(facts.url === null ? {} : { url: capturedAddress(facts.url, facts.openedUrl) }),
    times: timesOf(stored.manifest.times, isOurs ? '取证' : '申报'),
    ...(device === null ? {} : { device }),
    ...(facts.replay && !isFileResult(facts.notes) ? { replay: replayText(facts.replay) } : {}),
    ...(facts.notes && facts.notes.length > 0 ? { notes: notesText(facts.notes) } : {}),
    files: [{ ...figures(main), name: stored.fileName }, ...others.map((file) => ({ ...figures(file), name: file.name }))],
    anchor: anchorOf(anchorProofs, hasChain),
    ...(timestamp ? { timestamp: { at: timestamp.genTime, serial: timestamp.serial } } : {}),
    ...(bracket === null ? {} : { bracket }),
    ...(office.firstCosigned === null ? {} : { witnessed: witnessLine(office.firstCosigned) }),
    verifyUrl: office.verifyUrl,
    ...(logKey
      ? {
          keys: {
            logKeySha256: logKeySha256(logKey),
            // The certificate that signs now. A new one changes this content, and so makes a new edition.
            officeSha256: identity.listed.sha256,
            ...(secondTrack ? { sm2Sha256: secondTrack.certificate.sha256 } : {}),
            publishedAt: office.keysUrl,
          },
        }
      : {}),
  };
}

/** How a capture was opened; empty for other evidence. */
function wayOf({ accept, device }: PackageFacts['facts']): string {
  return accept && device ? `；方式：${acceptLabels[accept]}；设备：${deviceTexts[device]}` : '';
}

/** Sort key: originals, then their archive, then the rest. The names are already in order. */
function order({ name, role }: { readonly name: string; readonly role: string }): number {
  if (name === archiveName) return 1;
  return role === 'original' ? 0 : 2;
}

function figures({ sizeBytes, sha256, sm3 }: { sizeBytes: number; sha256: string; sm3: string }) {
  return { sizeBytes, sha256, sm3 };
}

/** @param whose the office times its own captures; all other times are declared. */
function timesOf({ receivedAt, startAt, endAt }: StoredFacts['manifest']['times'], whose: '取证' | '申报'): CertificateContent['times'] {
  return [
    ...(startAt === null ? [] : [{ label: `${whose}开始时间`, at: new Date(startAt) }]),
    ...(endAt === null ? [] : [{ label: `${whose}结束时间`, at: new Date(endAt) }]),
    { label: receivedLabel, at: new Date(receivedAt) },
  ];
}

function anchorOf(proofs: PackageFacts['anchorProofs'], hasChain: boolean): Anchor {
  if (!proofs) return { kind: 'pending' };
  const { place, chainAnchor } = proofs;
  const shown = shownAnchor(place, hasChain);
  const stage = anchorStage(shown?.kind ?? null, true);
  if (!shown || stage !== 'chain')
    return {
      kind: stage === 'log' ? 'log' : 'confirming',
      leafHash: place.leafHash,
      checkpoint: Number(place.checkpointSize),
      at: place.anchoredAt,
    };
  return {
    kind: 'chain',
    chainName: `EVM 链，链标识 ${chainAnchor?.chainId ?? '未知'}`,
    transaction: shown.hash,
    block: Number(shown.height),
    at: shown.at,
  };
}
