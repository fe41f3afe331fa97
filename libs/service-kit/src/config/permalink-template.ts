import { z } from 'zod';

const places = ['{post_type}', '{id}'] as const;

/** The setting PERMALINK_TEMPLATE: the address of a record's page for people, or a path under PUBLIC_URL. */
export const permalinkTemplate = z
  .string()
  .refine(
    isTemplate,
    'must be an address or a path that has {post_type} and {id} after its host, like https://app.example.org/{post_type}/{id}',
  )
  .optional();

/** Returns the function that makes the address of a record's page for people. The public URL has no slash at its end. */
export function permalinkMaker(
  publicUrl: string,
  template = `/${places.join('/')}`,
): (postType: string, id: number) => string {
  const address = template.startsWith('/') ? publicUrl + template : template;
  return (postType, id) => fill(address, postType, String(id));
}

function fill(template: string, postType: string, id: string): string {
  return template.replaceAll(places[0], encodeURIComponent(postType)).replaceAll(places[1], id);
}

function isTemplate(template: string): boolean {
  if (/[\s"'<>()\\`]/.test(template) || !places.every((place) => template.includes(place))) return false;
  if (template.startsWith('//')) return false;
  const address = template.startsWith('/') ? `https://path.invalid${template}` : template;
  const [one, other] = [fill(address, 'a', '1'), fill(address, 'b', '2')].map((url) => URL.parse(url));
  if (!one || !other || !/^https?:$/.test(one.protocol)) return false;
  // The values must not choose the host, nor may the address have a password.
  return one.origin === other.origin && one.username === '' && one.password === '';
}
