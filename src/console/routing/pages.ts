import type { Page } from '../page/page.ts';
import { assistants } from '../pages/assistants.ts';
import { audit } from '../pages/audit.ts';
import { billing } from '../pages/billing.ts';
import { changeOrder } from '../pages/changeOrder.ts';
import { client } from '../pages/client.ts';
import { clients } from '../pages/clients.ts';
import { correctInvoicePage, creditNotePage } from '../pages/creditNote.ts';
import { deliveryPage } from '../pages/delivery.ts';
import { documentSettings } from '../pages/documentSettings.ts';
import { email } from '../pages/email.ts';
import { emails } from '../pages/emails.ts';
import { endpointPage } from '../pages/endpoint.ts';
import { exportPage } from '../pages/export.ts';
import { home } from '../pages/home.ts';
import { importPage } from '../pages/import.ts';
import { importReviewPage } from '../pages/importReview.ts';
import { inquiries } from '../pages/inquiries.ts';
import { inquiry } from '../pages/inquiry.ts';
import { inquirySettings } from '../pages/inquirySettings.ts';
import { invoice } from '../pages/invoice.ts';
import { invoiceAgreedPage } from '../pages/invoiceAgreed.ts';
import { invoices } from '../pages/invoices.ts';
import { invoiceTimePage } from '../pages/invoiceTime.ts';
import { keysPage } from '../pages/keys.ts';
import { membersPage } from '../pages/members.ts';
import { newPage } from '../pages/new.ts';
import { newClient } from '../pages/newClient.ts';
import { project } from '../pages/project.ts';
import { projects } from '../pages/projects.ts';
import { region } from '../pages/region.ts';
import { hoursReport } from '../pages/reports/hours.ts';
import { moneyReport } from '../pages/reports/money.ts';
import { invoiceList, paymentList } from '../pages/reports/moneyRecords.ts';
import { receivablesReport } from '../pages/reports/receivables.ts';
import { roundList, roundsReport } from '../pages/reports/rounds.ts';
import { taxReport } from '../pages/reports/taxes.ts';
import { taxEntryList } from '../pages/reports/taxRecords.ts';
import { timeList } from '../pages/reports/timeRecords.ts';
import { search } from '../pages/search.ts';
import { sendContractPage, sendScopePage } from '../pages/send/agreement.ts';
import { sendChangeOrderPage } from '../pages/send/changeOrder.ts';
import { sendPortalPage, sendStatementPage } from '../pages/send/client.ts';
import { sendCreditNotePage } from '../pages/send/creditNote.ts';
import { remindPage, sendInvoicePage } from '../pages/send/invoice.ts';
import { settings } from '../pages/settings.ts';
import { statement } from '../pages/statement.ts';
import { timerPage } from '../pages/timer.ts';
import { trashPage } from '../pages/trash.ts';
import { webhooks } from '../pages/webhooks.ts';
import { week } from '../pages/week.ts';

/** The pages of the console, in the order of the navigation. */
export const pages: readonly Page[] = [
  home,
  search,
  newPage,
  clients,
  newClient,
  importPage,
  importReviewPage,
  client,
  statement,
  sendPortalPage,
  sendStatementPage,
  inquiries,
  inquiry,
  projects,
  project,
  changeOrder,
  sendScopePage,
  sendContractPage,
  sendChangeOrderPage,
  invoiceTimePage,
  invoiceAgreedPage,
  week,
  timerPage,
  trashPage,
  invoices,
  invoice,
  sendInvoicePage,
  remindPage,
  correctInvoicePage,
  creditNotePage,
  sendCreditNotePage,
  email,
  moneyReport,
  receivablesReport,
  hoursReport,
  roundsReport,
  invoiceList,
  paymentList,
  taxReport,
  taxEntryList,
  timeList,
  roundList,
  settings,
  region,
  documentSettings,
  emails,
  inquirySettings,
  membersPage,
  keysPage,
  assistants,
  billing,
  webhooks,
  endpointPage,
  deliveryPage,
  audit,
  exportPage,
];
