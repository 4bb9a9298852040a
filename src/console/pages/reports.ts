import type { Page } from '../page/page.ts';
import type { ReportFile } from './reports/files.ts';
import { hoursFiles, hoursReport } from './reports/hours.ts';
import { moneyByClientFile, moneyFile, moneyReport } from './reports/money.ts';
import { invoiceRecordsPage, moneyRecordFiles, paymentRecordsPage } from './reports/moneyRecords.ts';
import { receivablesFile, receivablesReport } from './reports/receivables.ts';
import { roundRecordsPage, roundsFiles, roundsReport } from './reports/rounds.ts';
import { timeRecordsFile, timeRecordsPage } from './reports/timeRecords.ts';

/** The reports, and the lists of the records behind their figures. */
export const reportPages: readonly Page[] = [
  moneyReport,
  receivablesReport,
  hoursReport,
  roundsReport,
  invoiceRecordsPage,
  paymentRecordsPage,
  timeRecordsPage,
  roundRecordsPage,
];

/** The CSV files of these pages. */
export const reportFiles: readonly ReportFile[] = [
  moneyFile,
  moneyByClientFile,
  receivablesFile,
  ...moneyRecordFiles,
  ...hoursFiles,
  timeRecordsFile,
  ...roundsFiles,
];
