-- src/operations/invoiceContent.ts says which field of which line is wrong, before this is called.
create or replace function corkboard.check_line_items(p_field text, p_lines json) returns void
language plpgsql strict
as $$
declare
  v_at text;
begin
  if not corkboard.are_line_items_valid(p_lines) then
    perform corkboard.reject_field(p_field,
      'must be at most 50 objects, each with a description of 1 to 500 characters, quantityHundredths (0 to 1000000), '
      || 'unitPriceCents (0 to 100000000) and taxRateBps (0 to 10000, or null), in plain digits');
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
  'Rejects with validation anything but an invoice''s line items (are_line_items_valid).';
