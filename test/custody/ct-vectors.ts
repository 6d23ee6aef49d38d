import { hexToBytes } from '@noble/hashes/utils.js';

/**
 * The published Certificate Transparency vectors: a tree of eight leaves, the root of each of its prefixes, inclusion and consistency
 * proofs.
 * Source: github.com/transparency-dev/merkle, proof/verify_test.go at 02194e9a (leaves, roots, inclusionProofs, consistencyProofs), taken
 * from certificate-transparency's merkletree tests.
 */
export const ctLeaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  hexToBytes,
);

/** ctRoots[n - 1] is the root over the first n leaves. */
export const ctRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
].map(hexToBytes);

const ctNodes = {
  leaf0: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  leaf1: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  leaf4: 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  leaf6: 'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
  pair0: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  pair1: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  pair2: '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  pair3: 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  four0: 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  four1: '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
};
const nodes = (...names: (keyof typeof ctNodes)[]) => names.map((name) => hexToBytes(ctNodes[name]));

/** Zero-based index, size, proof. */
export const ctInclusion = [
  { index: 0, size: 1, proof: nodes() },
  { index: 0, size: 8, proof: nodes('leaf1', 'pair1', 'four1') },
  { index: 5, size: 8, proof: nodes('leaf4', 'pair3', 'four0') },
  { index: 2, size: 3, proof: nodes('pair0') },
  { index: 1, size: 5, proof: nodes('leaf0', 'pair1', 'leaf4') },
];

export const ctConsistency = [
  { oldSize: 1, newSize: 1, proof: nodes() },
  { oldSize: 1, newSize: 8, proof: nodes('leaf1', 'pair1', 'four1') },
  { oldSize: 6, newSize: 8, proof: nodes('pair2', 'pair3', 'four0') },
  { oldSize: 2, newSize: 5, proof: nodes('pair1', 'leaf4') },
  { oldSize: 6, newSize: 7, proof: nodes('pair2', 'leaf6', 'four0') },
];

/** The root of the first `size` leaves of the vectors. */
export function ctRoot(size: number): Uint8Array {
  const root = ctRoots[size - 1];
  if (!root) throw new RangeError(`no vector of size ${size}`);
  return root;
}

/** Literal, slow implementations of the definitions of RFC 6962, 2.1 and 2.1.1–2.1.2: the reference for the real code. */
export function naiveTree(node: (left: Uint8Array, right: Uint8Array) => Uint8Array, empty: Uint8Array) {
  const split = (count: number) => {
    let power = 1;
    while (power * 2 < count) power *= 2;
    return power;
  };
  const root = (leaves: readonly Uint8Array[]): Uint8Array => {
    const [only] = leaves;
    if (!only) return empty;
    if (leaves.length === 1) return only;
    const k = split(leaves.length);
    return node(root(leaves.slice(0, k)), root(leaves.slice(k)));
  };
  const path = (m: number, leaves: readonly Uint8Array[]): Uint8Array[] => {
    if (leaves.length === 1) return [];
    const k = split(leaves.length);
    return m < k ? [...path(m, leaves.slice(0, k)), root(leaves.slice(k))] : [...path(m - k, leaves.slice(k)), root(leaves.slice(0, k))];
  };
  const subproof = (m: number, leaves: readonly Uint8Array[], isWhole: boolean): Uint8Array[] => {
    if (m === leaves.length) return isWhole ? [] : [root(leaves)];
    const k = split(leaves.length);
    return m <= k
      ? [...subproof(m, leaves.slice(0, k), isWhole), root(leaves.slice(k))]
      : [...subproof(m - k, leaves.slice(k), false), root(leaves.slice(0, k))];
  };
  return { root, path, proof: (m: number, leaves: readonly Uint8Array[]) => subproof(m, leaves, true) };
}
