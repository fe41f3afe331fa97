/** The sum of a metric over all its labels, on one process's ops port; labels can be asked for by a part of their text. */
export async function metricOf(opsUrl: string, name: string, labels = ''): Promise<number> {
  const response = await fetch(`${opsUrl}/metrics`);
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
