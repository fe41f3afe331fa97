import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

export interface PlotSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  /** What the plot shows, for those who cannot see it. */
  readonly label: string;
  readonly kind: 'bars' | 'lines';
  /** The texts below the plot, one for each value. */
  readonly names: readonly string[];
  readonly series: readonly PlotSeries[];
}

const heightPx = 260;
const maxNameLength = 16;

/** Bars or lines over names or moments. A table with the same numbers has to be one step away. */
export function Plot({ label, kind, names, series }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(optionsOf({ kind, names, series }, element), dataOf(names, series), element);
    };
    const observer = new ResizeObserver(() => {
      if (plot) plot.setSize({ width: element.clientWidth, height: heightPx });
      else draw();
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [kind, names, series]);
  return <div ref={frame} class="plot" dir="ltr" role="img" aria-label={label} />;
}

function dataOf(names: readonly string[], series: readonly PlotSeries[]): uPlot.AlignedData {
  return [names.map((_name, index) => index), ...series.map(({ values }) => [...values])];
}

function optionsOf({ kind, names, series }: Omit<PlotProps, 'label'>, element: HTMLElement): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string) => resolved(element, `var(${name})`);
  const text = color('--text');
  const line = color('--line');
  const font = `12px ${style.fontFamily}`;
  const colors = ['--accent', '--series-2', '--series-3', '--series-4', '--series-5'].map(color);
  const isCrowded = names.length > 6;
  const axis = { stroke: text, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return {
    width: element.clientWidth,
    height: heightPx,
    legend: { show: series.length > 1, live: false },
    cursor: { drag: { setScale: false } },
    scales: {
      x: { time: false, range: [-0.5, Math.max(names.length - 0.5, 0.5)] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: () => splitsOf(names.length, element.clientWidth),
        values: (_plot, splits) => splits.map((index) => shortened(names[index] ?? '')),
        ...(isCrowded && { rotate: -45, size: 96 }),
      },
      {
        ...axis,
        size: 56,
        values: (_plot, splits) => splits.map((value) => value.toLocaleString(document.documentElement.lang)),
      },
    ],
    series: [
      { value: (_plot, index: number | null) => (index === null ? '' : (names[index] ?? '')) },
      ...series.map(({ name }, index): uPlot.Series => {
        const stroke = colors[index % colors.length] ?? text;
        return {
          label: name,
          stroke,
          width: 2,
          points: { show: kind === 'lines' && names.length < 60 },
          ...(kind === 'bars' && {
            fill: stroke,
            ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 64] }) }),
          }),
        };
      }),
    ],
  };
}

/** Not more names than there is place for. */
function splitsOf(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / 28))));
  return Array.from({ length: Math.ceil(count / step) }, (_each, index) => index * step);
}

function shortened(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

/** A color as a canvas takes it: `light-dark()` only works in style sheets. */
function resolved(element: HTMLElement, color: string): string {
  element.style.color = color;
  const value = getComputedStyle(element).color;
  element.style.color = '';
  return value;
}
