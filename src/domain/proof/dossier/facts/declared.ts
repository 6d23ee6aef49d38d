import { deviceSystem, evidenceKind, type AnyEvidenceKind } from '../../../business/codes/evidence.ts';
import { onlineKind } from '../../../business/codes/online-evidence.ts';
import { wholeText, type LimitedText } from '../../../kit/text/limited-text.ts';
import { members, readJson, readOneOf, readText } from './read-json.ts';

/** What the submitter declared about the evidence, from `details.json`. */
export interface DeclaredFacts {
  readonly holder: string;
  readonly kind: AnyEvidenceKind;
  readonly device: DeclaredDevice | null;
}

/** Each member is empty if the device did not report it. */
export interface DeclaredDevice {
  readonly name: string;
  readonly model: string;
  /** Version of the app. */
  readonly appVersion: string;
  readonly system: string;
  readonly systemVersion: string;
  readonly processor: string;
  readonly core: string;
}

/** Parses `details.json`; null for invalid content. */
export function parseDeclared(bytes: Uint8Array | undefined): DeclaredFacts | null {
  const details = members(readJson(bytes, 1_048_576));
  const [holder, kind] = [readText(details['holder']), readOneOf(details['kind'], kinds)];
  if (holder === null || kind === null) return null;
  return { holder, kind, device: readDevice(details['device']) };
}

/** The device as it described itself in `configInfo`; null if it did not. */
export function readDevice(value: unknown): DeclaredDevice | null {
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

/** What it reported, in the order and words of every place that shows it. */
export function deviceParts(device: DeclaredDevice): readonly (readonly [label: string, text: string])[] {
  const parts = [
    ['设备', [device.name, device.model]],
    ['系统', [device.system, device.systemVersion]],
    ['程序版本', [device.appVersion]],
    ['处理器', [device.processor, coreText(device.core)]],
  ] as const;
  return parts.map(([label, texts]) => [label, texts.filter(Boolean).join(' ')] as const).filter(([, text]) => text !== '');
}

/** Cores are reported as a bare number. */
export function coreText(core: string): string {
  return /^\d+$/.test(core) ? `${core} 核` : core;
}

/** The device in one line, as a certificate shows it; null if it reported nothing. */
export function deviceText(device: DeclaredDevice | null): LimitedText | null {
  const parts = device ? deviceParts(device) : [];
  if (parts.length === 0) return null;
  return { text: parts.map(([label, text]) => `${label} ${text}`).join('，'), limit: '（设备自行申报，未经核对）' };
}

/** The same as one text; empty if it reported nothing. */
export function deviceLine(device: DeclaredDevice | null): string {
  const text = deviceText(device);
  return text ? wholeText(text) : '';
}

const kinds: readonly AnyEvidenceKind[] = [...evidenceKind.names, ...onlineKind.names];
