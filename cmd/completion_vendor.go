package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idemaudit/vendors"
)

// completesVendor offers the choices of --vendor to the shell.
func completesVendor(c *cobra.Command, env Env, f *settingsFlags) {
	// This fails only for a flag that the command does not have.
	_ = c.RegisterFlagCompletionFunc("vendor", func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return completeVendor(vendorChoices(env, f), text)
	})
}

// vendorChoices offers the vendors of the catalogue, the files that the
// configuration and --catalogue add included, with their names. A catalogue
// that can't be read offers what the program brings along: every other command
// complains of it.
func vendorChoices(env Env, f *settingsFlags) *vendors.Catalogue {
	if s, err := f.load(env); err == nil {
		return s.catalogue
	}
	catalogue, err := vendors.Embedded()
	if err != nil {
		return &vendors.Catalogue{}
	}
	return catalogue
}

// completeVendor offers what may follow in --vendor: vendors and, behind a
// colon, the windows of one that are not in the list yet.
func completeVendor(c *vendors.Catalogue, text string) ([]string, cobra.ShellCompDirective) {
	id, list, named := strings.Cut(text, ":")
	if !named {
		return describedVendors(c, func(v vendors.Vendor) bool { return len(v.Windows) > 0 }), cobra.ShellCompDirectiveNoFileComp
	}
	v, _ := c.Vendor(id)
	before := id + ":"
	if last := strings.LastIndexByte(list, ','); last >= 0 {
		before += list[:last+1]
	}
	there := strings.Split(list, ",")
	var choices []string
	for _, w := range v.Windows {
		if slices.Contains(there[:len(there)-1], w.ID) {
			continue
		}
		length := "unpublished"
		if w.Span != nil {
			length = w.Span.String()
		}
		choices = append(choices, before+w.ID+"\t"+string(w.Direction)+", "+length)
	}
	return choices, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// describedVendors lists ids with what they stand for.
func describedVendors(c *vendors.Catalogue, wanted func(vendors.Vendor) bool) []string {
	var choices []string
	for _, v := range c.Vendors() {
		if wanted(v) {
			choices = append(choices, v.ID+"\t"+v.Name)
		}
	}
	return choices
}
