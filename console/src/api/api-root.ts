/** The root of the API, which the gateway writes into the page. */
export const root = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '';
