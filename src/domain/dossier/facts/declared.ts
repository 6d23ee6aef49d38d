import { deviceSystem, evidenceKind, type AnyEvidenceKind } from '../../codes/evidence.ts';
import { onlineKind } from '../../codes/online-evidence.ts';
import { members, readJson, readOneOf, readText } from './read-json.ts';

/** What whoever handed the evidence in said of it, out of `details.json`. */
export interface DeclaredFacts {
  readonly holder: string;
  readonly kind: AnyEvidenceKind;
  readonly device: DeclaredDevice | null;
}

/** Each empty where the device did not say it. */
export interface DeclaredDevice {
  readonly name: string;
  readonly model: string;
  /** Of the app. */
  readonly appVersion: string;
  readonly system: string;
  readonly systemVersion: string;
  readonly processor: string;
  readonly core: string;
}

/** Reads `details.json`; null for what is none. */
export function parseDeclared(bytes: Uint8Array | undefined): DeclaredFacts | null {
  const details = members(readJson(bytes, 1_048_576));
  const [holder, kind] = [readText(details['holder']), readOneOf(details['kind'], kinds)];
  if (holder === null || kind === null) return null;
  return { holder, kind, device: readDevice(details['device']) };
}

function readDevice(value: unknown): DeclaredDevice | null {
  if (value === null || value === undefined) return null;
  const device = members(value);
  const said = (name: string) => readText(device[name]) ?? '';
  const system = deviceSystem.nameOf(Number(device['type']));
  return {
    name: said('name'),
    model: said('model_name'),
    appVersion: said('version'),
    system: system === undefined ? '' : deviceSystem.label(system),
    systemVersion: said('version_sys'),
    processor: said('processor'),
    core: said('core'),
  };
}

const kinds: readonly AnyEvidenceKind[] = [...evidenceKind.names, ...onlineKind.names];
