/*
 * The web standards that Node and every browser have in common: all that domain and contract may use besides the language itself. They are
 * compiled without the types of either, so that nothing else can be used.
 */

interface TextDecoder {
  readonly encoding: string;
  decode(bytes?: Uint8Array): string;
}
declare var TextDecoder: { new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder };

interface TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
declare var TextEncoder: { new (): TextEncoder };

interface URLSearchParams extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  get(name: string): string | null;
}
declare var URLSearchParams: { new (): URLSearchParams };

interface URL {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly href: string;
}
declare var URL: { new (address: string, base?: string): URL; canParse(address: string): boolean };

declare function atob(base64: string): string;
declare function btoa(binary: string): string;
declare var crypto: { getRandomValues<Bytes extends Uint8Array>(bytes: Bytes): Bytes };
