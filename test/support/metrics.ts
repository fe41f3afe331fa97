/** The sum of a metric of one process over all its labels, or over those that contain a text. */
export async function metricOf(opsUrl: string, name: string, labels = ''): Promise<number> {
  const response = await fetch(`${opsUrl}/metrics`);
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
