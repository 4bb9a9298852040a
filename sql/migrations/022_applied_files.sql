create table corkboard.applied_files (
  path text primary key,
  sha256 text not null,
  definition text,
  applied_at timestamptz not null default clock_timestamp()
);
comment on table corkboard.applied_files is
  'The SQL files that releases have applied, so that the next one skips what is unchanged and refuses a migration that was edited after it ran.';
comment on column corkboard.applied_files.path is 'The file''s path below the folder sql of the service.';
comment on column corkboard.applied_files.sha256 is 'SHA-256 of the file''s text.';
comment on column corkboard.applied_files.definition is
  'SHA-256 of what the file created, as PostgreSQL showed it afterwards; for grants, of the rights on everything. Null for migrations. If it differs now, the next release applies the file again.';
comment on column corkboard.applied_files.applied_at is 'When a release last applied the file or, for migrations before 022, recorded it.';

alter table corkboard.releases add column first_released_at timestamptz;
comment on column corkboard.releases.first_released_at is
  'When the database was first brought up to that version: the order of the versions. Null for versions before migration 022.';

-- What earlier migrations left out. Only columns whose names say all of it have no comment (test/database/migrate.test.ts).
comment on column corkboard.agreements.signed_at is 'When the client signed, or a member recorded it.';
comment on column corkboard.api_keys.label is 'The name that a person gave the key; records that it makes show it.';
comment on column corkboard.api_keys.scopes is 'What the key may do: read, and which records it may write.';
comment on column corkboard.api_keys.revoked_at is 'Set: the key no longer works.';
comment on column corkboard.audit_log.recorded_at is 'When the change was made.';
comment on column corkboard.audit_log.via is 'The channel: app (a person), api or mcp (a key).';
comment on column corkboard.audit_log.actor is
  'Who made the change: a person''s email address or name, a key''s label, or operator.';
comment on column corkboard.audit_log.action is 'What was done, as record.verb: invoice.sent, for example.';
comment on column corkboard.audit_log.record_type is 'The kind of record that was changed.';
comment on column corkboard.audit_log.record_id is 'The id of that record, which may be deleted by now.';
comment on column corkboard.change_orders.amount_cents is 'What the addition costs.';
comment on column corkboard.change_orders.currency is 'The currency of the amount (ISO 4217).';
comment on column corkboard.change_orders.rounds is 'How many revision rounds it adds.';
comment on column corkboard.change_orders.approved_at is 'When the client approved it, or a member recorded that.';
comment on column corkboard.client_counts.clients is 'How many there are.';
comment on column corkboard.clients.name is 'The person or company, as invoices and lists name it.';
comment on column corkboard.clients.email is 'The client''s address. The API stores it and never returns it.';
comment on column corkboard.clients.company is 'The company that the person belongs to.';
comment on column corkboard.clients.notes is 'Private notes of the workspace; the client never sees them.';
comment on column corkboard.clients.contact_name is 'Whom to address at a company.';
comment on column corkboard.clients.e_invoice_country is 'The country of the client''s electronic invoices (ISO 3166).';
comment on column corkboard.clients.e_invoice_network_id is 'The client''s address in the network for electronic invoices.';
comment on column corkboard.clients.created_via is 'The channel that made it: app (a person), api or mcp (a key).';
comment on column corkboard.email_changes.new_email is 'The address that the code was mailed to.';
comment on column corkboard.instance.is_only is 'Always true, so that there is at most one row.';
comment on column corkboard.instance.adopted_at is 'Since when this database is the one that sends.';
comment on column corkboard.intakes.answers is 'The client''s answers by question; null until they are submitted.';
comment on column corkboard.intakes.submitted_at is 'When the client submitted the answers; null: not yet.';
comment on column corkboard.invoice_counts.kind is 'invoice or estimate.';
comment on column corkboard.invoice_counts.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.invoice_counts.invoices is 'How many there are.';
comment on column corkboard.invoice_due_counts.due_date is 'The day on which they are due.';
comment on column corkboard.invoice_due_counts.invoices is 'How many there are.';
comment on column corkboard.invoices.kind is 'invoice, or estimate (what an offer would cost, which is never paid).';
comment on column corkboard.invoices.number is 'The number on the document. Each kind is counted by itself.';
comment on column corkboard.invoices.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.invoices.currency is 'The currency of all its amounts (ISO 4217).';
comment on column corkboard.invoices.subtotal_cents is
  'The lines or the flat amount, before discount. With tax_inclusive they contain the tax.';
comment on column corkboard.invoices.discount_cents is 'Taken off the subtotal before tax.';
comment on column corkboard.invoices.tax_rate_bps is
  'The tax rate in hundredths of a percent, for lines without a rate of their own: 2000 is 20 %.';
comment on column corkboard.invoices.tax_inclusive is 'Whether the prices contain the tax.';
comment on column corkboard.invoices.tax_cents is 'The tax, as it was computed when the invoice was drafted or edited.';
comment on column corkboard.invoices.late_fee_cents is 'Added to what is owed; not part of the issued amount.';
comment on column corkboard.invoices.due_date is 'Until when it is to be paid, in the workspace''s time zone; null: no date.';
comment on column corkboard.invoices.supply_date is 'When the work was delivered, if the document shows that.';
comment on column corkboard.invoices.po_number is 'The client''s purchase order.';
comment on column corkboard.invoices.notes is 'A text that is printed on the document.';
comment on column corkboard.invoices.created_via is 'The channel that drafted it: app (a person), api or mcp (a key).';
comment on column corkboard.invoices.sent_at is 'When it was sent; null: not yet.';
comment on column corkboard.invoices.paid_at is 'When it was recorded as paid; null: not paid.';
comment on column corkboard.invoices.voided_at is 'When it was voided; null: it was not.';
comment on column corkboard.members.email is 'The address that the member signs in with.';
comment on column corkboard.members.role is 'owner (one per workspace) or member.';
comment on column corkboard.migrations.id is 'Counts up in the order in which they ran.';
comment on column corkboard.migrations.name is 'The name of the file without its ending.';
comment on column corkboard.migrations.run_on is 'When it ran, in the time zone of the release''s connection.';
comment on column corkboard.monthly_writes.month is 'The first day of the month.';
comment on column corkboard.monthly_writes.used is 'How many records of the plan''s allowance were created.';
comment on column corkboard.notes.body is 'The text.';
comment on column corkboard.notes.author is 'Who wrote it: a person''s email address, or a key''s label followed by (API).';
comment on column corkboard.notes.created_via is 'The channel that made it: app (a person), api or mcp (a key).';
comment on column corkboard.ownership_offers.expires_at is 'Until when the member may accept.';
comment on column corkboard.plans.name is 'What workspaces.plan refers to.';
comment on column corkboard.plans.api is 'Whether the workspace may use the API and the tool server.';
comment on column corkboard.plans.webhooks is 'Whether events are recorded and sent.';
comment on column corkboard.plans.classification is 'Whether a model judges revisions.';
comment on column corkboard.project_counts.status is 'The projects'' status.';
comment on column corkboard.project_counts.stage is 'The projects'' stage.';
comment on column corkboard.project_counts.projects is 'How many there are.';
comment on column corkboard.project_deliverables.position is 'The place in the scope''s list, from 1 on.';
comment on column corkboard.project_deliverables.title is 'The deliverable, as the scope names it.';
comment on column corkboard.project_invoice_sums.kind is 'invoice or estimate.';
comment on column corkboard.project_invoice_sums.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.project_invoice_sums.currency is 'The currency of the sum (ISO 4217).';
comment on column corkboard.project_invoice_sums.invoices is 'How many there are.';
comment on column corkboard.project_invoice_sums.total_cents is 'What they come to, with tax and late fees.';
comment on column corkboard.projects.name is 'The name, as the client sees it too.';
comment on column corkboard.projects.stage is 'The place in the pipeline, from lead to completed.';
comment on column corkboard.projects.status is 'active, paused, completed or archived. Only active ones count for the plan.';
comment on column corkboard.projects.notes is 'Private notes of the workspace; the client never sees them.';
comment on column corkboard.projects.hourly_rate_cents is 'What an hour costs; null: no rate.';
comment on column corkboard.projects.budget_minutes is 'How much time is planned; null: no budget.';
comment on column corkboard.projects.created_via is 'The channel that made it: app (a person), api or mcp (a key).';
comment on column corkboard.projects.trashed_at is 'Set: in the trash since then. Its invoices still count in totals.';
comment on column corkboard.rate_windows.kind is 'read or write: each has a limit of its own.';
comment on column corkboard.rate_windows.minute_at is 'The minute that is counted.';
comment on column corkboard.rate_windows.used is 'The requests in it so far.';
comment on column corkboard.releases.released_at is 'When a release of that version last ran.';
comment on column corkboard.revisions.round_number is 'Counts the project''s revisions from 1 on.';
comment on column corkboard.revisions.description is 'What the client asked for.';
comment on column corkboard.revisions.created_via is 'The channel that logged it: app (a person), api or mcp (a key).';
comment on column corkboard.revisions.logged_at is 'When it was logged.';
comment on column corkboard.scope_versions.version is 'The version of the scope that this draft made.';
comment on column corkboard.scope_versions.deliverables is 'What is to be delivered.';
comment on column corkboard.scope_versions.revision_rounds is 'How many revision rounds the price includes.';
comment on column corkboard.scope_versions.timeline is 'When it will be delivered, in words.';
comment on column corkboard.scope_versions.price_cents is 'The price; null: by the hour.';
comment on column corkboard.scope_versions.currency is 'The currency of the price (ISO 4217).';
comment on column corkboard.scope_versions.drafted_via is 'The channel that drafted it: app (a person), api or mcp (a key).';
comment on column corkboard.scope_versions.drafted_at is 'When it was drafted.';
comment on column corkboard.scopes.deliverables is 'What is to be delivered.';
comment on column corkboard.scopes.revision_rounds is 'How many revision rounds the price includes, without those of change orders.';
comment on column corkboard.scopes.timeline is 'When it will be delivered, in words.';
comment on column corkboard.scopes.price_cents is 'The price; null: by the hour.';
comment on column corkboard.scopes.version is 'Counts the drafts; 0: never drafted.';
comment on column corkboard.scopes.approved_by is 'The name under which it was approved.';
comment on column corkboard.search_entries.kind is 'client, project or invoice.';
comment on column corkboard.search_entries.record_id is 'The id of the record that is found.';
comment on column corkboard.sign_in_links.expires_at is 'Until when it works.';
comment on column corkboard.sign_ins.email is 'The address that was typed, of a member or not.';
comment on column corkboard.sign_ins.expires_at is 'Until when the code can be entered.';
comment on column corkboard.time_entries.date is 'The day on which the work was done.';
comment on column corkboard.time_entries.minutes is 'How long it took.';
comment on column corkboard.time_entries.description is 'What was done.';
comment on column corkboard.time_entries.billable is 'Whether it is charged to the client.';
comment on column corkboard.time_entries.created_via is 'The channel that logged it: app (a person), api or mcp (a key).';
comment on column corkboard.webhook_attempt_counts.succeeded is 'Attempts with a 2xx answer.';
comment on column corkboard.webhook_attempt_counts.failed is 'All other attempts.';
comment on column corkboard.webhook_attempts.status_code is 'The HTTP status of the answer; null: there was none.';
comment on column corkboard.webhook_attempts.duration_ms is 'How long the attempt took.';
comment on column corkboard.webhook_attempts.attempted_at is 'When it was made.';
comment on column corkboard.webhook_claims.claimed_until is 'When the claim lapses, if its worker is gone.';
comment on column corkboard.webhook_deliveries.event is 'The kind of the event.';
comment on column corkboard.webhook_deliveries.status is
  'pending; succeeded; failed (after the last attempt); or missed (the endpoint was off, or the plan had no webhooks).';
comment on column corkboard.webhook_endpoints.url is 'Where events are sent to. It may contain a credential.';
comment on column corkboard.webhook_endpoints.format is 'json, slack or discord.';
comment on column corkboard.webhook_endpoints.events is 'The kinds of events that are sent.';
comment on column corkboard.webhook_endpoints.secret is
  'The secret that signs, encrypted if the service has SECRETS_KEY; null for slack and discord.';
comment on column corkboard.webhook_endpoints.previous_secret is 'The secret before the last rotation, which signs too for 24 hours.';
comment on column corkboard.webhook_endpoints.previous_secret_expires_at is 'Until when the previous secret signs.';
comment on column corkboard.webhook_tests.tested_at is 'When the test was made.';
comment on column corkboard.webhook_throttled_deliveries.due_at is 'When the delivery''s attempt was due.';
comment on column corkboard.webhook_throttled_deliveries.throttled_at is 'Since when it waits.';
comment on column corkboard.worker_pools.id is 'The name that the pool locks jobs under.';
comment on column corkboard.worker_pools.seen_at is 'When it last reported.';
comment on column corkboard.workspaces.name is 'The name of the agency or freelancer.';
comment on column corkboard.workspaces.default_currency is 'The currency of new scopes and invoices (ISO 4217).';
comment on column corkboard.workspaces.plan is 'What the workspace may use (corkboard.plans).';
