create or replace function corkboard.event_record_name(p_data json) returns text
language sql immutable
as $$
  select coalesce(p_data ->> 'invoiceNumber', p_data ->> 'projectName', p_data ->> 'clientName')
$$;
comment on function corkboard.event_record_name(json) is
  'The name of the record that an event is about: an invoice''s number, otherwise a project''s or client''s name.';
