create or replace function corkboard.check_deliverables(p_field text, p_deliverables text[]) returns void
language plpgsql
as $$
declare
  v_line text;
  v_at text;
begin
  perform corkboard.check_required(p_field, p_deliverables);
  if not cardinality(p_deliverables) between 1 and 50 then
    perform corkboard.reject_field(p_field, 'must have 1 to 50 lines that are not blank');
  end if;
  for v_line, v_at in
    select d.line, format('%s.%s', p_field, d.number - 1) from unnest(p_deliverables) with ordinality d (line, number)
     where d.line is null or char_length(d.line) > 500 or corkboard.is_blank(d.line)
  loop
    perform corkboard.check_required(v_at, v_line);
    perform corkboard.check_text(v_at, v_line, 500);
  end loop;
end
$$;
comment on function corkboard.check_deliverables(text, text[]) is
  'Rejects with validation anything but a list of deliverables. The field names the line: deliverables.0.';
