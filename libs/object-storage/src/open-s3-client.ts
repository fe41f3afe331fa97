/** A server that speaks S3, without the bucket. */
export interface S3Server {
  readonly region: string;
  /** Of services other than Amazon's. */
  readonly endpoint: string | undefined;
  /** Without them the SDK uses those of the machine: roles, files and environment variables. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export type S3Connection = Awaited<ReturnType<typeof openS3Client>>;

/** Not every S3-compatible service supports the newer checksums. */
const checksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** Failures are thrown and logged by the caller, so the SDK does not have to write to the console. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const timeouts = { connectionTimeout: 3_000, socketTimeout: 15_000 };

/** A client of an S3-compatible object storage, with the commands of the SDK. Loads the SDK on demand, since most installations do not use it. */
export async function openS3Client({ region, endpoint, credentials }: S3Server) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...checksums,
    region,
    requestHandler: timeouts,
    logger: quiet,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  });
  return { sdk, client };
}
