import { useQuery } from '@tanstack/react-query';
import { onlineKind, recordingCode, type OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { anchorOf, isUnderWay } from '../../kit/certificate/anchor.ts';
import { asBackgroundCall } from '../../kit/net/background-call.ts';
import { get, post } from '../../kit/net/call.ts';
import { attestationOfCapture, attestationOfRecording, type Attestation } from './attestation.ts';
import { isRecording } from './kinds.ts';

/**
 * An online evidence with its anchor. Fetched again until it is anchored; not when the window regains the focus, because each fetch is a
 * row of the trail.
 */
export function useAttestation(kind: OnlineKind, number: string) {
  return useQuery({
    queryKey: ['attestation', kind, number],
    queryFn: ({ signal }) => readAttestation(kind, number, signal),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => (state.data?.hasSucceeded && !state.error && isUnderWay(anchorOf(state.data)) ? openIntervalMs : false),
  });
}

/** A new link for a recording that plays on; a background call of the page itself. */
export async function freshRecording(baoquan: string): Promise<string> {
  return (await asBackgroundCall(() => get('/api/evidence/getProView', { baoquan }, { quiet: true }))).address;
}

/** A link to the download: a zip for a web page, the file itself for a recording. */
export async function linkToOriginal({ kind, number: baoquan }: Attestation, uid: string): Promise<string> {
  if (isRecording(kind)) return (await get('/api/evidence/downLoad', { baoquan, uid, type: recordingCode.code(kind) })).url;
  return (await post('/api/webfor/download', { baoquan, uid, type: onlineKind.code('web') })).downUrl;
}

async function readAttestation(kind: OnlineKind, baoquan: string, signal: AbortSignal): Promise<Attestation> {
  const options = { signal, quiet: true };
  if (isRecording(kind)) return attestationOfRecording(await get('/api/evidence/getProView', { baoquan }, options));
  return attestationOfCapture(await get('/api/webfor/getWebView', { baoquan }, options));
}

const openIntervalMs = 4_000;
