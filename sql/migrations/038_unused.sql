-- What only the release before the previous one used: fresh databases get it no more.

-- Nothing has been logged to it since 036_weeks_of_time.
-- squawk-ignore ban-drop-table
drop table corkboard.time_by_week;

-- Those that have no file in sql/functions anymore, or none with these arguments.
drop function if exists
  corkboard.add_import_job(uuid, uuid),
  corkboard.add_time_entry_to_week(corkboard.time_entries, boolean, integer),
  corkboard.add_to_time_by_week(uuid, date, uuid, uuid, integer, integer, integer, integer, integer, integer),
  corkboard.ask_for_preview(uuid, text, uuid, bytea),
  corkboard.begin_client_action(text, text, text, text, text, uuid, text, uuid, text),
  corkboard.check_cap(uuid, text),
  corkboard.enqueue_classification(uuid, uuid),
  corkboard.enqueue_document(uuid, uuid, integer),
  corkboard.enqueue_document_mail(uuid, uuid, timestamptz),
  corkboard.enqueue_endpoint_job(text, uuid, uuid),
  corkboard.enqueue_export(uuid, uuid),
  corkboard.enqueue_notifications(uuid, uuid, interval),
  corkboard.find_payment(uuid, uuid),
  corkboard.maintain_time_by_week(),
  corkboard.prune_imports(integer),
  corkboard.requeue_classifications(),
  corkboard.requeue_document_mails(),
  corkboard.requeue_documents(),
  corkboard.requeue_endpoints(),
  corkboard.requeue_exports(),
  corkboard.requeue_imports(),
  corkboard.requeue_notifications(),
  corkboard.start_import(uuid, uuid, integer, boolean, boolean);
