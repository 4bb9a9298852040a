-- Who issues documents and who receives them, as data: pages, PDFs and electronic invoices show the same.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.workspaces
    add column legal_name text,
    add column address_lines text,
    add column postal_code text,
    add column city text,
    add column region text,
    add column country text,
    add column vat_number text,
    add column tax_number text,
    add column registration_number text,
    add column iban text,
    add column bic text,
    add column bank_details text,
    add column e_invoice_network_id text,
    add column payment_term_days integer,
    add column invoice_notes text,
    add column invoice_footer text,
    add column pay_link text,
    add column zero_tax_reason text,
    add column logo_sha256 bytea;
  alter table corkboard.workspaces add constraint workspaces_legal_name_check check (
    char_length(legal_name) between 1 and 500
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_address_lines_check check (
    char_length(address_lines) between 1 and 500
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_postal_code_check check (
    char_length(postal_code) between 1 and 20
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_city_check check (
    char_length(city) between 1 and 200
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_region_check check (
    char_length(region) between 1 and 200
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_country_check check (country ~ '^[A-Z]{2}$') not valid;
  alter table corkboard.workspaces add constraint workspaces_vat_number_check check (
    char_length(vat_number) between 1 and 30
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_tax_number_check check (
    char_length(tax_number) between 1 and 50
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_registration_number_check check (
    char_length(registration_number) between 1 and 100
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_iban_check check (
    iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$'
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_bic_check check (
    bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_bank_details_check check (
    char_length(bank_details) between 1 and 500
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_e_invoice_network_id_check check (
    char_length(e_invoice_network_id) between 1 and 200
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_payment_term_days_check check (
    payment_term_days between 0 and 365
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_invoice_notes_check check (
    char_length(invoice_notes) between 1 and 5000
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_invoice_footer_check check (
    char_length(invoice_footer) between 1 and 1000
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_pay_link_check check (
    char_length(pay_link) between 1 and 1000
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_zero_tax_reason_check check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'export', 'exempt', 'zero_rated')
  ) not valid;
  alter table corkboard.workspaces add constraint workspaces_logo_sha256_check check (
    octet_length(logo_sha256) = 32
  ) not valid;
end
$$;
comment on column corkboard.workspaces.legal_name is 'The name of the company or person that issues documents; null: the workspace''s name.';
comment on column corkboard.workspaces.address_lines is 'Street and number, up to three lines.';
comment on column corkboard.workspaces.postal_code is 'The postal code of its address.';
comment on column corkboard.workspaces.city is 'The city of its address.';
comment on column corkboard.workspaces.region is 'The state, province or county of its address.';
comment on column corkboard.workspaces.country is 'The country of its address (ISO 3166), which decides what its invoices must contain.';
comment on column corkboard.workspaces.vat_number is 'Its VAT number with the country''s prefix, without spaces.';
comment on column corkboard.workspaces.tax_number is 'Its national tax number, where an invoice may name that instead of a VAT number.';
comment on column corkboard.workspaces.registration_number is 'Its number in a register of companies.';
comment on column corkboard.workspaces.iban is 'The account to pay to, without spaces.';
comment on column corkboard.workspaces.bic is 'The bank of that account.';
comment on column corkboard.workspaces.bank_details is 'How to pay where there is no IBAN, as a text.';
comment on column corkboard.workspaces.e_invoice_network_id is 'Its address in the network for electronic invoices: a scheme and an id, as in 0088:4012345000009.';
comment on column corkboard.workspaces.payment_term_days is 'In how many days invoices are due; null: drafts get no due date.';
comment on column corkboard.workspaces.invoice_notes is 'The notes of new invoices that a member drafts.';
comment on column corkboard.workspaces.invoice_footer is 'A text at the foot of each page of a document.';
comment on column corkboard.workspaces.pay_link is 'The URL template of the link with which a client pays, with {number}, {amount}, {currency} and {reference}.';
comment on column corkboard.workspaces.zero_tax_reason is 'Why its invoices charge no tax, where neither the invoice nor the client says it.';
comment on column corkboard.workspaces.logo_sha256 is 'The logo on its documents (corkboard.workspace_logos).';

do $$
begin
  alter table corkboard.clients
    add column legal_name text,
    add column billing_email text,
    add column address_lines text,
    add column postal_code text,
    add column city text,
    add column region text,
    add column country text,
    add column vat_number text,
    add column buyer_reference text,
    add column language text,
    add column payment_term_days integer,
    add column zero_tax_reason text,
    add column e_invoice_format text;
  alter table corkboard.clients add constraint clients_legal_name_check check (
    char_length(legal_name) between 1 and 500
  ) not valid;
  alter table corkboard.clients add constraint clients_billing_email_check check (
    char_length(billing_email) between 3 and 254
  ) not valid;
  alter table corkboard.clients add constraint clients_address_lines_check check (
    char_length(address_lines) between 1 and 500
  ) not valid;
  alter table corkboard.clients add constraint clients_postal_code_check check (
    char_length(postal_code) between 1 and 20
  ) not valid;
  alter table corkboard.clients add constraint clients_city_check check (char_length(city) between 1 and 200) not valid;
  alter table corkboard.clients add constraint clients_region_check check (
    char_length(region) between 1 and 200
  ) not valid;
  alter table corkboard.clients add constraint clients_country_check check (country ~ '^[A-Z]{2}$') not valid;
  alter table corkboard.clients add constraint clients_vat_number_check check (
    char_length(vat_number) between 1 and 30
  ) not valid;
  alter table corkboard.clients add constraint clients_buyer_reference_check check (
    char_length(buyer_reference) between 1 and 200
  ) not valid;
  alter table corkboard.clients add constraint clients_language_check check (
    language in ('en', 'de', 'fr', 'nl', 'es')
  ) not valid;
  alter table corkboard.clients add constraint clients_payment_term_days_check check (
    payment_term_days between 0 and 365
  ) not valid;
  alter table corkboard.clients add constraint clients_zero_tax_reason_check check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'export', 'exempt', 'zero_rated')
  ) not valid;
  alter table corkboard.clients add constraint clients_e_invoice_format_check check (
    e_invoice_format in ('none', 'peppol', 'xrechnung', 'factur-x')
  ) not valid;
end
$$;
comment on column corkboard.clients.legal_name is 'The name of the company or person to whom documents are addressed; null: company, otherwise name.';
comment on column corkboard.clients.billing_email is 'Where invoices are mailed to; null: email.';
comment on column corkboard.clients.address_lines is 'Street and number, up to three lines.';
comment on column corkboard.clients.postal_code is 'The postal code of its address.';
comment on column corkboard.clients.city is 'The city of its address.';
comment on column corkboard.clients.region is 'The state, province or county of its address.';
comment on column corkboard.clients.country is 'The country of its address (ISO 3166).';
comment on column corkboard.clients.vat_number is 'Its VAT number with the country''s prefix, without spaces.';
comment on column corkboard.clients.buyer_reference is 'What the client asks to be named on invoices, such as a cost center or a Leitweg-ID.';
comment on column corkboard.clients.language is 'The language of its documents; null: that of the workspace''s locale, if documents have it, otherwise English.';
comment on column corkboard.clients.payment_term_days is 'In how many days its invoices are due; null: as the workspace''s.';
comment on column corkboard.clients.zero_tax_reason is 'Why its invoices charge no tax; null: as the workspace''s.';
comment on column corkboard.clients.e_invoice_format is 'The standard of its electronic invoices; none: it wants none; null: the one of its country.';

-- A logo stays as long as its workspace, because documents that were issued show it.
create table corkboard.workspace_logos (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  sha256 bytea not null check (octet_length(sha256) = 32),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  bytes bytea not null check (octet_length(bytes) between 1 and 204800),
  uploaded_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, sha256)
);
comment on table corkboard.workspace_logos is 'The logos that workspaces have or had on their documents.';
comment on column corkboard.workspace_logos.sha256 is 'The SHA-256 of the image, which identifies it.';
comment on column corkboard.workspace_logos.media_type is 'The kind of image, as its bytes say.';
comment on column corkboard.workspace_logos.bytes is 'The image as it was uploaded.';
comment on column corkboard.workspace_logos.uploaded_at is 'When it was uploaded.';
