-- Valid line items skip the line-by-line checks: corkboard.are_line_items_valid is several times as fast.
create or replace function corkboard.check_line_items(p_field text, p_lines json) returns void
language plpgsql strict
as $$
declare
  c_fields constant text[] := '{description,quantityHundredths,unitPriceCents,taxRateBps}';
  v_line json;
  v_at text;
  v_unknown text;
begin
  if not corkboard.are_line_items_valid(p_lines) then
    if json_typeof(p_lines) <> 'array' then
      perform corkboard.reject_field(p_field, 'must be an array');
    end if;
    if json_array_length(p_lines) > 50 then
      perform corkboard.reject_field(p_field, 'must have at most 50 lines');
    end if;
    for v_line, v_at in
      select l.line, format('%s.%s', p_field, l.number - 1) from json_array_elements(p_lines) with ordinality l (line, number)
    loop
      if json_typeof(v_line) <> 'object' then
        perform corkboard.reject_field(v_at, 'must be an object');
      end if;
      select f.name into v_unknown from json_object_keys(v_line) f (name) where not f.name = any (c_fields) limit 1;
      if found then
        perform corkboard.reject_field(format('%s.%s', v_at, v_unknown), 'is not a known field');
      end if;
      perform corkboard.check_required(v_at || '.description', v_line ->> 'description');
      if json_typeof(v_line -> 'description') <> 'string' then
        perform corkboard.reject_field(v_at || '.description', 'must be text');
      end if;
      perform corkboard.check_text(v_at || '.description', v_line ->> 'description', 500);
      perform corkboard.check_required(v_at || '.quantityHundredths', v_line ->> 'quantityHundredths');
      perform corkboard.check_integer(v_at || '.quantityHundredths', (v_line -> 'quantityHundredths')::jsonb, 0, 1000000);
      perform corkboard.check_required(v_at || '.unitPriceCents', v_line ->> 'unitPriceCents');
      perform corkboard.check_integer(v_at || '.unitPriceCents', (v_line -> 'unitPriceCents')::jsonb, 0, 100000000);
      perform corkboard.check_required(v_at || '.taxRateBps', v_line -> 'taxRateBps');
      perform corkboard.check_integer(v_at || '.taxRateBps', (v_line -> 'taxRateBps')::jsonb, 0, 10000);
    end loop;
    perform corkboard.reject_field(p_field, 'must name each field of a line once, and write numbers in plain digits');
  end if;
  select format('%s.%s.description', p_field, l.number - 1) into v_at
    from json_array_elements(p_lines) with ordinality l (line, number)
   where corkboard.is_blank(l.line ->> 'description') limit 1;
  if found then
    perform corkboard.reject_field(v_at, 'must not be blank');
  end if;
end
$$;
comment on function corkboard.check_line_items(text, json) is
  'Rejects with validation anything but an invoice''s line items (are_line_items_valid). The field names the value: lineItems.0.description.';
