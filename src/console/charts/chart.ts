/** How the marks of a series look. They differ without color too: solid ones are filled, the others have an outline. */
export type MarkStyle = 'solid' | 'outline' | 'alert';

/** A series of values of a chart, shown as columns or as a line. */
export interface Series {
  /** Its name in the legend and the heading of its column in the table. */
  name: string;
  look: MarkStyle;
  /** A value for each point; null if there is none. */
  values: readonly (number | null)[];
  /** A note in the legend beside the name, such as the total. */
  summary?: string;
}

/** A chart, whichever marks it is drawn with (columnChart.ts, lineChart.ts). */
export interface Chart {
  /** Its name: `Invoiced and received by month, in USD`. */
  label: string;
  /** The heading of the table's first column: `Month`. */
  pointLabel: string;
  /** The points of the horizontal axis: the name in the table, and the short one on the axis. */
  points: readonly { name: string; short: string }[];
  series: readonly Series[];
  /** Writes a value in the table: `$8,400.00`. */
  format: (value: number) => string;
  /** Writes a value on the vertical axis: `$8K`; by default as in the table. */
  formatTick?: (value: number) => string;
  /** Where a table of the values is, so that the chart needs none: `the table below`, or the name of another page. */
  tableIn?: string;
}
