import { DeleteObjectCommand, ListObjectsV2Command, paginateListObjectsV2, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { openBucket, type Bucket, type S3Pace, type S3Place } from './bucket.ts';
import { createS3Store } from './store.ts';
import { checkedArea, checkedStagingName, isStagingName, type StagingAreas } from '../staging-areas.ts';
import type { ObjectStore } from '../store.ts';

/** Staging areas under `prefix/uploads/<name>/` of a bucket: whichever server receives the next chunk finds the earlier ones. */
export function s3StagingAreas(place: S3Place, pace: Partial<S3Pace> = {}): StagingAreas {
  return stagesUnder(openBucket(place, pace), place, pace, `${place.prefix}uploads/`);
}

function stagesUnder(bucket: Bucket, place: S3Place, pace: Partial<S3Pace>, root: string): StagingAreas {
  // Opened stores are reused: a new client for each chunk of a large upload would open a connection for each.
  const opened = new Map<string, Promise<ObjectStore>>();
  return {
    open(name) {
      const known = opened.get(name) ?? createS3Store({ ...place, prefix: `${root}${checkedStagingName(name)}/`, links: null }, pace);
      if (opened.size > maxOpen) opened.clear();
      opened.set(name, known);
      known.catch(() => opened.delete(name));
      return known;
    },
    async discard(name) {
      opened.delete(name);
      for await (const page of paginateListObjectsV2(
        { client: bucket.client },
        { Bucket: bucket.name, Prefix: `${root}${checkedStagingName(name)}/` },
      )) {
        for (const { Key } of page.Contents ?? [])
          if (Key !== undefined) await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key }));
      }
    },
    async names() {
      const found: string[] = [];
      let from: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await bucket.client.send(
          new ListObjectsV2Command({ Bucket: bucket.name, Prefix: root, Delimiter: '/', ContinuationToken: from }),
        );
        for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix !== undefined) found.push(Prefix.slice(root.length, -1));
        from = page.NextContinuationToken;
      } while (from !== undefined);
      return found.filter(isStagingName);
    },
    within: (area) => stagesUnder(bucket, place, pace, `${root}${checkedArea(area)}/`),
  };
}

const maxOpen = 100;
