create or replace function corkboard.refuse_document_change() returns trigger
language plpgsql
as $$
begin
  raise exception using errcode = 'integrity_constraint_violation', message = 'An issued document never changes.';
end
$$;
comment on function corkboard.refuse_document_change() is 'Rejects every change of an issued document that was made.';
