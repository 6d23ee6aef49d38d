export function inOneByte(code: string): string;
