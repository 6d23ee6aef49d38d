export function tarTo(file: string, folder: string, names: readonly string[], owner?: number): void;
export function sha256(file: string): string;
