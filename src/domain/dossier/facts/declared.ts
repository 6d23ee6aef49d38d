/** What whoever handed the evidence in said of it: out of the manifest and `details.json`. */
export interface DeclaredFacts {
  readonly holder: string;
  /** RFC 3339 in UTC. */
  readonly receivedAt: string;
  readonly startAt: string | null;
  readonly endAt: string | null;
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
