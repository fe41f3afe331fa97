/** Enough for the pictures of users on every screen. */
const maxPixels = 512;

/**
 * A square from the middle of a picture, small enough to be sent at once. A file that the browser cannot read stays as it is: the service
 * then says why it is refused.
 */
export async function reducePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const { width, height } = picture;
  const side = Math.min(width, height);
  const pixels = Math.min(side, maxPixels);
  const canvas = new OffscreenCanvas(pixels, pixels);
  const context = canvas.getContext('2d');
  if (!context) return file;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, pixels, pixels);
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, pixels, pixels);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
