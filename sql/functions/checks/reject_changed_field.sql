-- Unlike reject_field, what was typed is right: the record is another by now. A page shows it beside the field.
create or replace function corkboard.reject_changed_field(p_field text, p_is text) returns void
language plpgsql
as $$
begin
  raise exception using errcode = 'ZC001', message = format('%s %s.', p_field, p_is), detail = 'conflict', column = p_field;
end
$$;
comment on function corkboard.reject_changed_field(text, text) is
  'Rejects a field with conflict. p_is completes the sentence that the field''s name begins.';
