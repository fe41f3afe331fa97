export interface SiteLink {
  readonly _id: number;
  readonly label: string;
  /** Encrypted, so that access to the database alone reveals no token. */
  readonly token: string;
  /** Equal for links that would accept the same bearer. A keyed hash, so that it does not help to find a token. */
  readonly fingerprint: string;
  /** Hosts without a scheme; transfer tokens depend on their order. */
  readonly site1: string;
  readonly site2: string;
  readonly type: string;
  readonly nonProduct: boolean;
  readonly apiKey: boolean;
  /** Empty for any address. */
  readonly approvedIp: string;
  /** Whether a site was given as `http://…`, in debug mode. */
  readonly plainHttp: boolean;
  readonly createdBy: { readonly userId: number; readonly displayName: string };
  readonly createdAt: Date;
  readonly tokenSince: Date;
  readonly version: number;
}
