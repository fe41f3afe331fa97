import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Violations of the rules of axe on a page without frames, each with the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  return analyze(page);
}

/** Violations of the rules about colors alone: of a page without violations that has got other colors and the same elements. */
export async function colorViolations(page: Page): Promise<string[]> {
  return analyze(page, ['color-contrast', 'link-in-text-block']);
}

async function analyze(page: Page, rules?: string[]): Promise<string[]> {
  // To put frames together, axe would describe every element and every rule to another page, which takes longer than the rules.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(rules);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
