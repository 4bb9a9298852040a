-- p_code is conflict if what was typed is right, but the record is another by now. A page shows it beside the field, too, with
-- p_cents as the reader's locale writes the amount.
create or replace function corkboard.reject_field(
  p_field text, p_rule text, p_cents bigint default null, p_code text default 'validation'
) returns void
language plpgsql
as $$
begin
  perform corkboard.reject(p_code, format('%s %s.', p_field, p_rule),
    jsonb_strip_nulls(jsonb_build_object('field', p_field, 'rule', p_rule, 'cents', p_cents)));
end
$$;
comment on function corkboard.reject_field(text, text, bigint, text) is
  'Rejects a field with validation. p_rule completes the sentence that the field''s name begins; p_cents is an amount in it.';
