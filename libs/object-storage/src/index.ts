export { openS3Client, type S3Connection, type S3Server } from './open-s3-client.ts';
export { s3Settings, s3ServerOf } from './s3-settings.ts';
